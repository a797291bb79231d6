using System.Buffers;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Fathom.Link.Relay;

/// <summary>
/// One direction of a relayed connection: reads bytes as they arrive and writes each chunk when it is due. At most 32 MiB are in transit;
/// above that bandwidth-delay product the sender waits.
/// </summary>
internal sealed class DelayedPump(StreamSchedule schedule, long? breakAfter, DueTimer timer)
{
    private const int MaxChunks = (32 << 20) / StreamSchedule.ChunkBytes;

    private readonly Channel<Chunk> _inTransit = Channel.CreateBounded<Chunk>(
        new BoundedChannelOptions(MaxChunks) { SingleReader = true, SingleWriter = true });

    /// <summary>Whether the bytes after which the connection breaks have been forwarded.</summary>
    public bool HasReachedBreak { get; private set; }

    /// <summary>Runs until the end of the stream has been forwarded. At the break it cancels <paramref name="failure"/>.</summary>
    public async Task RunAsync(RelaySide from, RelaySide to, CancellationTokenSource failure)
    {
        try
        {
            await Task.WhenAll(EndAllOnFailure(ReadAsync(from, failure.Token)), EndAllOnFailure(WriteAsync(to, failure)));
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

    private async Task ReadAsync(RelaySide from, CancellationToken cancellation)
    {
        int read;
        do
        {
            // A zero-byte read: an idle connection holds no buffer.
            await from.Socket.ReceiveAsync(Memory<byte>.Empty, cancellation);
            var bytes = ArrayPool<byte>.Shared.Rent(StreamSchedule.ChunkBytes);
            read = await from.Socket.ReceiveAsync(bytes.AsMemory(0, StreamSchedule.ChunkBytes), cancellation);
            if (read == 0)
            {
                from.ThrowIfReset();
            }

            // The end of the stream is delayed like data: it is an empty chunk.
            await _inTransit.Writer.WriteAsync(new Chunk(bytes, read, schedule.Due(DueTimer.Now, read)), cancellation);
        }
        while (read > 0);
        _inTransit.Writer.Complete();
    }

    private async Task WriteAsync(RelaySide to, CancellationTokenSource failure)
    {
        var cancellation = failure.Token;
        var left = breakAfter ?? long.MaxValue;
        await foreach (var chunk in _inTransit.Reader.ReadAllAsync(cancellation))
        {
            await timer.WaitAsync(chunk.Due, cancellation);
            var length = (int)Math.Min(chunk.Length, left);
            for (var sent = 0; sent < length;)
            {
                sent += await to.Socket.SendAsync(chunk.Bytes.AsMemory(sent, length - sent), cancellation);
            }

            ArrayPool<byte>.Shared.Return(chunk.Bytes);
            left -= length;
            if (left == 0)
            {
                HasReachedBreak = true;
                await failure.CancelAsync();
                cancellation.ThrowIfCancellationRequested();
            }
        }

        to.ShutDown();
    }

    private readonly record struct Chunk(byte[] Bytes, int Length, long Due);
}
