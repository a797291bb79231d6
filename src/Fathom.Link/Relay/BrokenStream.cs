using System.Buffers;
using System.Diagnostics;
using System.Net.Sockets;
using Fathom.Link.Impairments;

namespace Fathom.Link.Relay;

/// <summary>What becomes of a relayed connection that has broken.</summary>
internal static class BrokenStream
{
    private const int BufferBytes = 4 << 10;

    // struct tcp_info of Linux (tcp(7)): segments that were not acknowledged, and bytes that were not sent.
    private const int TcpLevel = 6;
    private const int TcpInfo = 11;
    private const int TcpInfoBytes = 148;
    private const int UnacknowledgedAt = 24;
    private const int UnsentAt = 144;

    private static readonly TimeSpan MostDelivery = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(1);

    /// <summary>Breaks it. Completes when no side that keeps its connection is left.</summary>
    /// <param name="kind">How it breaks.</param>
    /// <param name="sender">The side whose bytes broke it; the caller disposes it.</param>
    /// <param name="receiver">The side that received them, likewise.</param>
    /// <param name="cancellation">Ends what is kept, with a reset.</param>
    public static async Task EndAsync(BreakKind kind, Socket sender, Socket receiver, CancellationToken cancellation)
    {
        var isReceiverKept = kind == BreakKind.Hang;
        if (!isReceiverKept)
        {
            await DeliverAsync(receiver, cancellation);
            StreamPump.Abort(receiver);
            receiver.Dispose();
        }

        await Task.WhenAll(kind == BreakKind.Reset ? Task.CompletedTask : KeepAsync(sender, cancellation),
            isReceiverKept ? KeepAsync(receiver, cancellation) : Task.CompletedTask);
        StreamPump.Abort(sender);
        if (isReceiverKept)
        {
            StreamPump.Abort(receiver);
        }
    }

    // A reset discards what has not been sent: the bytes before the break are received first, where their receiver reads.
    private static async Task DeliverAsync(Socket receiver, CancellationToken cancellation)
    {
        var began = Stopwatch.GetTimestamp();
        while (OperatingSystem.IsLinux() && !IsDelivered(receiver) && Stopwatch.GetElapsedTime(began) < MostDelivery)
        {
            await Task.Delay(BetweenLooks, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static bool IsDelivered(Socket socket)
    {
        Span<byte> info = stackalloc byte[TcpInfoBytes];
        return socket.GetRawSocketOption(TcpLevel, TcpInfo, info) < TcpInfoBytes
            || (BitConverter.ToInt32(info[UnacknowledgedAt..]) == 0 && BitConverter.ToInt32(info[UnsentAt..]) == 0);
    }

    // Discards what it sends until it closes its side: a side that is gone must not hold a socket of the relay.
    private static async Task KeepAsync(Socket socket, CancellationToken cancellation)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            while (await socket.ReceiveAsync(buffer, cancellation) > 0)
            {
            }
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // It has aborted its connection, or the link ends.
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
