using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Compression;

/// <summary>Compressed messages that say how large they will be, to a marshaller that takes memory.</summary>
public class DedicatedDecompressionTests
{
    private const int Size = 1 << 20;

    private readonly TakingMarshaller _marshaller = new(Size / 2);

    [Theory]
    [InlineData("gzip", true)]
    [InlineData("lz4", true)]
    [InlineData("deflate", false)]
    [InlineData("br", false)]
    public void A_message_that_says_its_size_is_decompressed_into_memory_of_its_own(string encoding, bool says)
    {
        var plain = Text();
        Read(encoding, Packed(encoding, plain)).AsSpan().SequenceEqual(plain).ShouldBeTrue();
        _marshaller.HasTaken.ShouldBe(says);
    }

    [Theory]
    [InlineData("gzip", 1)]
    [InlineData("gzip", -1)]
    [InlineData("gzip", 5000)]
    [InlineData("lz4", 1)]
    [InlineData("lz4", -1)]
    [InlineData("lz4", -5000)]
    public void One_that_says_a_size_it_has_not_is_none(string encoding, int difference)
    {
        var packed = Packed(encoding, Text());
        var says = SizeIn(encoding, packed);
        BinaryPrimitives.WriteInt32LittleEndian(says, BinaryPrimitives.ReadInt32LittleEndian(says) + difference);

        // The header of an lz4 frame has a checksum, which is wrong then; that of gzip is behind what it tells of.
        Should.Throw<RpcException>(() => Read(encoding, packed)).Status
            .ShouldBe(new Status(
                StatusCode.Internal, $"Decompression failed: the {packed.Length} bytes of a message are not valid {encoding}."));
    }

    [Theory]
    [InlineData(Size, int.MaxValue)]
    [InlineData(Size, (64 << 20) + 1)]
    [InlineData(1, 2000 * 1024)]
    public void One_that_says_more_than_it_can_become_or_than_is_given_for_the_asking_is_given_no_memory_for_that(int size, int says)
    {
        var packed = Packed("gzip", Text()[..size]);
        BinaryPrimitives.WriteInt32LittleEndian(SizeIn("gzip", packed), says);

        var before = GC.GetAllocatedBytesForCurrentThread();
        Should.Throw<RpcException>(() => Read("gzip", packed)).StatusCode.ShouldBe(StatusCode.Internal);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(says / 2);
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("lz4")]
    public void One_that_says_more_than_the_limit_is_refused_in_gRPCs_words(string encoding) =>
        Should.Throw<RpcException>(() => Read(encoding, Packed(encoding, Text()), Size - 1)).Status.Detail
            .ShouldStartWith($"Received message larger than max (over {Size - 1} when decompressed vs. {Size - 1};");

    private static byte[] Text()
    {
        var bytes = new byte[Size];
        new Random(1).NextBytes(bytes);
        foreach (ref var b in bytes.AsSpan())
        {
            b &= 0x03;
        }

        return bytes;
    }

    private static byte[] Packed(string encoding, byte[] plain)
    {
        var codec = CodecRegistry.Find(encoding)!;
        var output = new ArrayBufferWriter<byte>();
        codec.Compress(new ReadOnlySequence<byte>(plain), output, codec.Levels.Default);
        return output.WrittenSpan.ToArray();
    }

    private static Span<byte> SizeIn(string encoding, byte[] packed) =>
        encoding == "gzip" ? packed.AsSpan(packed.Length - 4) : packed.AsSpan(6, 4);

    private byte[] Read(string encoding, byte[] packed, int? maxSize = null)
    {
        var wire = new MessageCompressor(null, null);
        var framing = new MessageReader(ReceivingSide.Client, maxSize, encoding, wire.Accepted.Names);
        byte[] framed = [.. new byte[MessagePrefix.Size], .. packed];
        MessagePrefix.Write(framed, packed.Length, compressed: true);
        return MessageSerializer.Deserialize(_marshaller, framing.Read(new ReadOnlySequence<byte>(framed), isCompleted: true), framing,
            wire);
    }
}
