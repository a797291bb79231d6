using System.Buffers;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

/// <summary>Which large messages are compressed to the end.</summary>
public class CompressibilityProbeTests
{
    private const int Size = 10 << 20;

    [Theory]
    [InlineData("gzip")]
    [InlineData("deflate")]
    [InlineData("lz4")]
    public void Of_a_message_that_becomes_no_smaller_only_parts_are_compressed(string encoding)
    {
        var codec = Codec(encoding);
        Pack(codec, Noise(Size), out var spent).ShouldBeFalse();
        spent.ShouldBe(8 * 2 * codec.WindowSize!.Value);
    }

    [Theory]
    [InlineData("gzip", 0.0)]
    [InlineData("gzip", 0.5)]
    [InlineData("lz4", 0.3)]
    [InlineData("lz4", 0.85)]
    public void A_seventh_that_becomes_smaller_is_found_wherever_it_is(string encoding, double at)
    {
        var message = Noise(Size);
        message.AsSpan((int)(at * Size), Size / 7).Clear();
        Pack(Codec(encoding), message, out _).ShouldBeTrue();
    }

    [Theory]
    [InlineData("br")]
    [InlineData("zstd")]
    public void A_codec_that_looks_back_far_is_tried_on_the_whole(string encoding)
    {
        // It repeats itself, farther apart than a part would show.
        var noise = Noise(512 << 10);
        Pack(Codec(encoding), [.. Enumerable.Repeat(noise, Size / noise.Length).SelectMany(n => n)], out _).ShouldBeTrue();
    }

    [Fact]
    public void A_message_of_which_the_parts_would_be_much_is_tried_whole()
    {
        Pack(Codec("lz4"), Noise(1 << 20), out var spent).ShouldBeFalse();
        spent.ShouldBe(1 << 20);
    }

    private static byte[] Noise(int size)
    {
        var bytes = new byte[size];
        new Random(1).NextBytes(bytes);
        return bytes;
    }

    private static Codec Codec(string encoding)
    {
        var codec = CodecRegistry.Find(encoding)!;
        return codec;
    }

    private static bool Pack(Codec codec, byte[] message, out long compressed)
    {
        var counting = new CountingCodec(codec);
        var sending = new MessageCompressor(null, null).CreateCallCompressor(
            MessageCompression.Always(counting, codec.Encoding == "br" ? 5 : null), "/s/m", isStream: false, () => null)!;
        var packed = sending.TryCompress(sending.Decide(message.Length), new ReadOnlySequence<byte>(message), out var array, out _);
        if (packed)
        {
            ArrayPool<byte>.Shared.Return(array);
        }

        compressed = counting.Compressed;
        return packed;
    }

    private sealed class CountingCodec(Codec codec) : Codec
    {
        public long Compressed { get; private set; }

        public override string Encoding => codec.Encoding;

        public override CodecLevels Levels => codec.Levels;

        internal override int? WindowSize => codec.WindowSize;

        public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
        {
            Compressed += plain.Length;
            codec.Compress(plain, output, level);
        }

        public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize) =>
            codec.Decompress(compressed, output, maxSize);
    }
}
