using System.Buffers;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Fathom.Link.Relay;

/// <summary>
/// One direction of a relayed connection: reads as bytes come, writes each chunk when its time has come. What is on its way is bounded, so
/// that memory is; the bound is a bandwidth-delay product of 32 MiB, above which the sender waits.
/// </summary>
internal sealed class DelayedPump(StreamSchedule schedule, TimeProvider time)
{
    private const int MostChunks = (32 << 20) / StreamSchedule.ChunkBytes;

    private readonly Channel<Chunk> _way = Channel.CreateBounded<Chunk>(
        new BoundedChannelOptions(MostChunks) { SingleReader = true, SingleWriter = true });

    /// <summary>Runs until the stream has ended and the end has been handed on.</summary>
    public async Task RunAsync(Socket from, Socket to, CancellationTokenSource failure)
    {
        try
        {
            await Task.WhenAll(EndAllOnFailure(ReadAsync(from, failure.Token)), EndAllOnFailure(WriteAsync(to, failure.Token)));
        }
        finally
        {
            _way.Writer.TryComplete();
            while (_way.Reader.TryRead(out var chunk))
            {
                ArrayPool<byte>.Shared.Return(chunk.Bytes);
            }
        }

        // The reading half must not wait for more of what the writing half can no longer deliver, and the other way about.
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
            // Waits without a buffer, so that an idle connection holds none.
            await from.ReceiveAsync(Memory<byte>.Empty, cancellation);
            var bytes = ArrayPool<byte>.Shared.Rent(StreamSchedule.ChunkBytes);
            read = await from.ReceiveAsync(bytes.AsMemory(0, StreamSchedule.ChunkBytes), cancellation);
            // An end of data takes its time as data does; it is a chunk of no bytes.
            await _way.Writer.WriteAsync(new Chunk(bytes, read, schedule.Due(Now(), read)), cancellation);
        }
        while (read > 0);
        _way.Writer.Complete();
    }

    private async Task WriteAsync(Socket to, CancellationToken cancellation)
    {
        await foreach (var chunk in _way.Reader.ReadAllAsync(cancellation))
        {
            // Timers count whole milliseconds and may be a tick of the kernel early.
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
