using System.Buffers;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Fathom.Link.Relay;

/// <summary>
/// One direction of a relayed connection: reads bytes as they arrive and writes each chunk when it is due. At most 32 MiB are in transit;
/// above that bandwidth-delay product the sender waits.
/// </summary>
internal sealed class DelayedPump(StreamSchedule schedule, TimeProvider time)
{
    private const int MaxChunks = (32 << 20) / StreamSchedule.ChunkBytes;

    private readonly Channel<Chunk> _inTransit = Channel.CreateBounded<Chunk>(
        new BoundedChannelOptions(MaxChunks) { SingleReader = true, SingleWriter = true });

    /// <summary>Runs until the end of the stream has been forwarded.</summary>
    public async Task RunAsync(Socket from, Socket to, CancellationTokenSource failure)
    {
        try
        {
            await Task.WhenAll(EndAllOnFailure(ReadAsync(from, failure.Token)), EndAllOnFailure(WriteAsync(to, failure.Token)));
        }
        finally
        {
            _inTransit.Writer.TryComplete();
            while (_inTransit.Reader.TryRead(out var chunk))
            {
                ArrayPool<byte>.Shared.Return(chunk.Bytes);
            }
        }

        // A failure of one half must end the other half.
        async Task EndAllOnFailure(Task half)
        {
            try
            {
                await half;
            }
            catch (SocketException)
            {
                await failure.CancelAsync();
                throw;
            }
        }
    }

    private async Task ReadAsync(Socket from, CancellationToken cancellation)
    {
        int read;
        do
        {
            // A zero-byte read: an idle connection holds no buffer.
            await from.ReceiveAsync(Memory<byte>.Empty, cancellation);
            var bytes = ArrayPool<byte>.Shared.Rent(StreamSchedule.ChunkBytes);
            read = await from.ReceiveAsync(bytes.AsMemory(0, StreamSchedule.ChunkBytes), cancellation);
            // The end of the stream is delayed like data: it is an empty chunk.
            await _inTransit.Writer.WriteAsync(new Chunk(bytes, read, schedule.Due(Now(), read)), cancellation);
        }
        while (read > 0);
        _inTransit.Writer.Complete();
    }

    private async Task WriteAsync(Socket to, CancellationToken cancellation)
    {
        await foreach (var chunk in _inTransit.Reader.ReadAllAsync(cancellation))
        {
            // Timers have millisecond resolution and may fire one kernel tick early.
            while (chunk.Due - Now() is > 0 and var wait)
            {
                await Task.Delay(TimeSpan.FromMilliseconds((wait + 999_999) / 1_000_000), time, cancellation);
            }

            for (var sent = 0; sent < chunk.Length;)
            {
                sent += await to.SendAsync(chunk.Bytes.AsMemory(sent, chunk.Length - sent), cancellation);
            }

            ArrayPool<byte>.Shared.Return(chunk.Bytes);
        }

        to.Shutdown(SocketShutdown.Send);
    }

    private long Now() => time.GetElapsedTime(0).Ticks * 100;

    private readonly record struct Chunk(byte[] Bytes, int Length, long Due);
}
