using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>
/// Ends a call when its deadline passes or its token is cancelled. Owned by one call, which disposes it when it ends.
/// </summary>
internal sealed class CallLifetime : IDisposable
{
    private static readonly Status Cancelled = new(StatusCode.Cancelled, "Call canceled by the client.");

    private readonly Action<Status> _endCall;
    private readonly CancellationToken _token;
    private readonly Deadline? _deadline;
    private DeadlineTimer? _timer;
    private CancellationTokenRegistration _registration;
    private volatile bool _ended;

    public CallLifetime(in CallOptions options, Action<Status> end)
    {
        _endCall = end;
        _token = options.CancellationToken;
        _deadline = options.Deadline;
    }

    /// <summary>The status of a call whose deadline has passed.</summary>
    public static Status DeadlineExceeded => new(StatusCode.DeadlineExceeded, "Deadline Exceeded");

    /// <summary>Whether the deadline has passed. The timer can be later than a reset from the server, which observes the same
    /// deadline.</summary>
    public bool IsExpired => _deadline is { } deadline && deadline.Remaining <= TimeSpan.Zero;

    /// <summary>Starts to observe the deadline and the token; ends the call immediately when one applies already.</summary>
    public void Start(TimeProvider time)
    {
        if (_token.CanBeCanceled)
        {
            _registration = _token.UnsafeRegister(static state => ((CallLifetime)state!)._endCall(Cancelled), this);
        }

        if (IsExpired)
        {
            _endCall(DeadlineExceeded);
        }
        else if (_deadline is { } deadline)
        {
            _timer = new DeadlineTimer(deadline, time, () => _endCall(DeadlineExceeded));
        }

        if (_ended)
        {
            // Cancelled during Start: dispose what was created after that.
            Dispose();
        }
    }

    public void Dispose()
    {
        _ended = true;
        _timer?.Dispose();
        _registration.Unregister();
    }
}
