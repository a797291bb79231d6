using System.Buffers;
using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>Carries bytes between two connected sockets, both ways, as they come: an end of data as an end, an abort as an abort. Owns both
/// sockets while it runs.</summary>
internal static class StreamPump
{
    private const int BufferBytes = 64 << 10;

    /// <summary>Runs until both directions have ended, or one has failed; closes both sockets.</summary>
    public static async Task RunAsync(Socket one, Socket other, CancellationToken cancellation)
    {
        // Nagle on either would add a delay that the link was not asked for.
        one.NoDelay = other.NoDelay = true;
        using var failure = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        try
        {
            await Task.WhenAll(CopyAsync(one, other, failure), CopyAsync(other, one, failure));
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // One side aborted, or the link ends: the other is told by a reset, as it would be without the link.
            Abort(one);
            Abort(other);
        }
        finally
        {
            one.Dispose();
            other.Dispose();
        }
    }

    /// <summary>Lets the next close of a socket be a reset.</summary>
    public static void Abort(Socket socket) => socket.LingerState = new LingerOption(true, 0);

    private static async Task CopyAsync(Socket from, Socket to, CancellationTokenSource failure)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            int read;
            while ((read = await from.ReceiveAsync(buffer, failure.Token)) > 0)
            {
                for (var sent = 0; sent < read;)
                {
                    sent += await to.SendAsync(buffer.AsMemory(sent, read - sent), failure.Token);
                }
            }

            to.Shutdown(SocketShutdown.Send);
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
