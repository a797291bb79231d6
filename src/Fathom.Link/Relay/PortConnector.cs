using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>Connects the target side of a forwarded connection.</summary>
internal static class PortConnector
{
    /// <summary>
    /// Opens a socket and connects it. A failure is counted with its reason and resets the accepted connection; the result is then null.
    /// </summary>
    /// <param name="accepted">The accepted side. The caller keeps it if the result is a socket.</param>
    /// <param name="open">Opens the target socket in its network.</param>
    /// <param name="connect">Connects it.</param>
    /// <param name="where">The target, for the failure reason.</param>
    /// <param name="counters">Counts the result.</param>
    /// <param name="cancellation">Cancels the attempt.</param>
    public static async Task<Socket?> TryConnectAsync(
        Socket accepted, Func<Socket> open, Func<Socket, CancellationToken, ValueTask> connect, string where, ForwardingCounters counters,
            CancellationToken cancellation)
    {
        Socket? target = null;
        try
        {
            target = open();
            await connect(target, cancellation);
            counters.AddForwarded();
            return target;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            if (e is SocketException)
            {
                counters.AddFailure($"{where}: {e.Message}");
            }

            target?.Dispose();
            StreamPump.Abort(accepted);
            accepted.Dispose();
            return null;
        }
    }
}

/// <summary>Counts forwarded connections; thread-safe.</summary>
internal sealed class ForwardingCounters
{
    private long _forwarded;
    private long _failures;

    public long Forwarded => Volatile.Read(ref _forwarded);

    public long Failures => Volatile.Read(ref _failures);

    public string? LastFailure { get; private set; }

    public void AddForwarded() => Interlocked.Increment(ref _forwarded);

    public void AddFailure(string reason)
    {
        LastFailure = reason;
        Interlocked.Increment(ref _failures);
    }
}
