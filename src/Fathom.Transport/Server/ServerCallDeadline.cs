using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>The deadline that the client set for a call. Owned by the call, which disposes it when its handler returns.</summary>
internal sealed class ServerCallDeadline : IDisposable
{
    private const int Running = 0;
    private const int Expired = 1;
    private const int Ended = 2;

    private readonly CancellationTokenSource _source;
    private readonly DeadlineTimer _timer;
    private int _state;

    private ServerCallDeadline(TimeSpan timeout, HttpExchange exchange, TimeProvider time)
    {
        Deadline = Deadline.After(timeout, time);
        _source = CancellationTokenSource.CreateLinkedTokenSource(exchange.Aborted);
        _timer = new DeadlineTimer(Deadline, time, Cancel);
    }

    public Deadline Deadline { get; }

    /// <summary>Cancelled when the deadline has passed or the client has disconnected.</summary>
    public CancellationToken Token => _source.Token;

    public bool IsExpired => Deadline.Remaining <= TimeSpan.Zero;

    /// <summary>Reads the deadline in the headers of <paramref name="exchange"/>; null when there is none. Throws Internal for a malformed
    /// one.</summary>
    public static ServerCallDeadline? Read(HttpExchange exchange, TimeProvider time)
    {
        if (exchange.GetRequestHeader(GrpcHeaders.Timeout) is not { } value)
        {
            return null;
        }

        return TimeoutEncoding.TryDecode(value, out var timeout)
            ? new ServerCallDeadline(timeout, exchange, time)
            : throw new RpcException(new Status(
                StatusCode.Internal,
                    $"{GrpcHeaders.Timeout} '{value}' is malformed: accepted are one to eight digits and a unit (H, M, S, m, u or n)."));
    }

    /// <summary>Stops the timer. A token source that the timer has cancelled is left to the garbage collector.</summary>
    public void Dispose()
    {
        _timer.Dispose();
        if (Interlocked.Exchange(ref _state, Ended) == Running)
        {
            _source.Dispose();
        }
    }

    private void Cancel()
    {
        if (Interlocked.CompareExchange(ref _state, Expired, Running) == Running)
        {
            _source.Cancel();
        }
    }
}
