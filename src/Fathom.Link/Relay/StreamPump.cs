using System.Buffers;
using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>Copies bytes between two connected sockets in both directions. An end of stream is forwarded as such, an abort as a reset. Owns
/// both sockets while it runs.</summary>
internal static class StreamPump
{
    private const int BufferBytes = 64 << 10;

    /// <summary>Runs until both directions have ended, or one has failed; closes both sockets.</summary>
    public static async Task RunAsync(Socket one, Socket other, CancellationToken cancellation)
    {
        // Nagle's algorithm would add a delay that was not requested.
        one.NoDelay = other.NoDelay = true;
        using var failure = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        try
        {
            var (first, second) = (new RelaySide(one), new RelaySide(other));
            await Task.WhenAll(CopyAsync(first, second, failure), CopyAsync(second, first, failure));
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // One side aborted, or the link ends: reset the other side, as would happen without the link.
            Abort(one);
            Abort(other);
        }
        finally
        {
            one.Dispose();
            other.Dispose();
        }
    }

    /// <summary>Makes the next close of a socket a reset.</summary>
    public static void Abort(Socket socket) => socket.LingerState = new LingerOption(true, 0);

    private static async Task CopyAsync(RelaySide from, RelaySide to, CancellationTokenSource failure)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            int read;
            while ((read = await from.Socket.ReceiveAsync(buffer, failure.Token)) > 0)
            {
                for (var sent = 0; sent < read;)
                {
                    sent += await to.Socket.SendAsync(buffer.AsMemory(sent, read - sent), failure.Token);
                }
            }

            from.ThrowIfReset();
            to.ShutDown();
        }
        catch (SocketException)
        {
            await failure.CancelAsync();
            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
