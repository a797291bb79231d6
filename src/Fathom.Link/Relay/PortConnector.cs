using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>Connects the second half of a carried connection.</summary>
internal static class PortConnector
{
    /// <summary>
    /// Opens a socket and connects it. Where that fails, it is counted with its reason, the accepted connection is reset, and the answer is
    /// null.
    /// </summary>
    /// <param name="accepted">The first half; the caller's again where the answer is a socket.</param>
    /// <param name="open">Opens the second half, in the network it belongs to.</param>
    /// <param name="connect">Connects it.</param>
    /// <param name="where">Where to, for the reason.</param>
    /// <param name="counters">Counts what came of it.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    public static async Task<Socket?> TryConnectAsync(
        Socket accepted, Func<Socket> open, Func<Socket, CancellationToken, ValueTask> connect, string where, CarryCounters counters,
            CancellationToken cancellation)
    {
        Socket? target = null;
        try
        {
            target = open();
            await connect(target, cancellation);
            counters.Carry();
            return target;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            if (e is SocketException)
            {
                counters.Fail($"{where}: {e.Message}");
            }

            target?.Dispose();
            StreamPump.Abort(accepted);
            accepted.Dispose();
            return null;
        }
    }
}
