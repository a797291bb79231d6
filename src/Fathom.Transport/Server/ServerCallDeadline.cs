using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>The deadline that the client set for a call. Owned by the call, which disposes it when its handler returns.</summary>
internal sealed class ServerCallDeadline : IDisposable
{
    private const int Running = 0;
    private const int Expired = 1;
    private const int Ended = 2;
    private const int MaxQuoted = 32;

    private readonly HttpExchange _exchange;
    private readonly DeadlineTimer _timer;
    private CancellationTokenSource? _source;
    private int _state;

    private ServerCallDeadline(TimeSpan timeout, HttpExchange exchange, TimeProvider time)
    {
        Deadline = Deadline.After(timeout, time);
        _exchange = exchange;
        _timer = new DeadlineTimer(Deadline, time, Cancel);
    }

    public Deadline Deadline { get; }

    /// <summary>Cancelled when the deadline has passed or the client has disconnected. Created on first use: few handlers ask for it, and
    /// it takes entering the connection's strand, two sources and a registration.</summary>
    public CancellationToken Token => (Volatile.Read(ref _source) ?? CreateSource()).Token;

    public bool IsExpired => Deadline.Remaining <= TimeSpan.Zero;

    /// <summary>Reads the deadline in the headers of <paramref name="exchange"/>; null when there is none.</summary>
    /// <returns>OK, or Internal for a malformed one. Nothing is thrown, and little is quoted: a client can repeat it with a byte.</returns>
    public static Status Read(HttpExchange exchange, TimeProvider time, out ServerCallDeadline? deadline)
    {
        deadline = null;
        if (exchange.GetRequestHeader(GrpcHeaders.Timeout) is not { } value)
        {
            return Status.Ok;
        }

        if (!TimeoutEncoding.TryDecode(value, out var timeout))
        {
            return new Status(StatusCode.Internal, $"{GrpcHeaders.Timeout} '{PrintableText.OneLine(value, MaxQuoted)}' is malformed: "
                + "accepted are one to eight digits and a unit (H, M, S, m, u or n).");
        }

        deadline = new ServerCallDeadline(timeout, exchange, time);
        return Status.Ok;
    }

    /// <summary>Stops the timer. A token source that the timer has cancelled is left to the garbage collector.</summary>
    public void Dispose()
    {
        _timer.Dispose();
        if (Interlocked.Exchange(ref _state, Ended) == Running)
        {
            _source?.Dispose();
        }
    }

    private CancellationTokenSource CreateSource()
    {
        var created = CancellationTokenSource.CreateLinkedTokenSource(_exchange.Aborted);
        if (Interlocked.CompareExchange(ref _source, created, null) is { } first)
        {
            created.Dispose();
            return first;
        }

        // Either this sees that the deadline has passed, or Cancel sees the source.
        if (Volatile.Read(ref _state) == Expired)
        {
            created.Cancel();
        }

        return created;
    }

    private void Cancel()
    {
        if (Interlocked.CompareExchange(ref _state, Expired, Running) == Running)
        {
            Volatile.Read(ref _source)?.Cancel();
        }
    }
}
