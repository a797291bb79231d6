using System.Buffers;
using Fathom.TestKit;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Server;

/// <summary>What a compressed message costs in managed memory.</summary>
public class CompressionMemoryTests
{
    [Theory]
    [InlineData("gzip")]
    [InlineData("deflate")]
    [InlineData("br")]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void A_compressed_message_costs_at_most_512_bytes_of_managed_memory_in_each_direction(string encoding)
    {
        var codec = CodecRegistry.Find(encoding)!;

        // Larger than the smallest arrays of the pool, so that an array that is not pooled shows.
        byte[] message = [.. Enumerable.Range(0, 100_000).Select(i => (byte)(i % 251 * (i % 7)))];
        var wire = new MessageCompressor(null, null);
        var sending = wire.CreateCallCompressor(MessageCompression.Always(codec), "/s/m", isStream: true, () => null)!;
        var packed = RoundTrip();
        packed.ShouldBeLessThan(message.Length);
        const int Messages = 20;
        Allocations.OfARound(
            () =>
            {
                for (var i = 0; i < Messages; i++)
                {
                    RoundTrip();
                }
            },
            Messages * 2 * 512).ShouldBeLessThanOrEqualTo(Messages * 2 * 512);

        // No assertion here: they allocate.
        int RoundTrip()
        {
            var isPacked = sending.TryCompress(sending.Decide(message.Length), new ReadOnlySequence<byte>(message), out var array,
                out var length);
            var status = wire.Decompress(encoding, new ReadOnlySequence<byte>(array, MessagePrefix.Size, length - MessagePrefix.Size), null,
                out var plain);
            var isSame = isPacked && status.IsOk && plain.Length == message.Length;
            MessageCompressor.ReturnBuffer(plain);
            ArrayPool<byte>.Shared.Return(array);
            return isSame ? length : throw new InvalidOperationException($"{encoding} does not give its message back.");
        }
    }
}
