using System.Buffers;
using Fathom.Statistics;
using Fathom.TestKit;
using Fathom.Transport.Codecs;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Codecs;

public class CodecTests
{
    private const int Limit = 4 << 20;

    public static TheoryData<string> Encodings => [.. CodecRegistry.All.Select(c => c.Encoding)];

    public static TheoryData<string, int> EncodingsAndLevels
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (var codec in CodecRegistry.All)
            {
                for (var level = codec.Levels.Fastest; level <= codec.Levels.Best; level++)
                {
                    data.Add(codec.Encoding, level);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(EncodingsAndLevels))]
    public void Every_level_gives_the_message_back(string encoding, int level)
    {
        var codec = Available(encoding);
        byte[][] messages = [[], [7], Text(1000), Text(300_000), Noise(300_000), new byte[1_000_000]];
        foreach (var message in messages)
        {
            foreach (var segment in new[] { int.MaxValue, 10_000, 333 })
            {
                var compressed = Compress(codec, Segments.Of(message, segment), level);
                var (outcome, plain) = Decompress(codec, Segments.Of(compressed, segment), message.Length);
                outcome.ShouldBe(DecompressOutcome.Done);
                plain.AsSpan().SequenceEqual(message).ShouldBeTrue();
            }
        }
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Text_becomes_smaller_and_a_better_level_no_larger_than_the_default(string encoding)
    {
        var codec = Available(encoding);
        var text = Text(200_000);
        var byDefault = Compress(codec, new(text), codec.Levels.Default).Length;
        byDefault.ShouldBeLessThan(text.Length / 2);
        Compress(codec, new(text), codec.Levels.Best).Length.ShouldBeLessThanOrEqualTo(byDefault);
    }

    [Fact]
    public void A_zlib_header_that_asks_for_a_dictionary_is_malformed()
    {
        // 0x20 in the second byte is FDICT (RFC 1950, 2.2); 31 divides the two bytes.
        byte[] message = [0x78, 0xbb, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1];

        Decompress(CodecRegistry.Deflate, new(message), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Any_bytes_in_any_pieces_give_an_outcome_and_never_an_exception(string encoding)
    {
        var codec = Available(encoding);
        var valid = Compress(codec, new(Text(5000)), codec.Levels.Default);
        var damaged = (from at in Gen.Choose(0, valid.Length - 1)
                       from value in Gen.Choose(0, 255)
                       from length in Gen.Choose(0, valid.Length)
                       select valid.Select((b, i) => i == at ? (byte)value : b).Take(length).ToArray()).ToArbitrary();
        var arbitrary = ArbMap.Default.ArbFor<byte[]>();
        void Check(byte[] bytes)
        {
            foreach (var segment in new[] { int.MaxValue, 7 })
            {
                var (outcome, plain) = Decompress(codec, Segments.Of(bytes, segment), Limit);
                Enum.IsDefined(outcome).ShouldBeTrue();
                plain.Length.ShouldBeLessThanOrEqualTo(Limit);
            }
        }

        Prop.ForAll(damaged, Check).QuickCheckThrowOnFailure();
        Prop.ForAll(arbitrary, Check).QuickCheckThrowOnFailure();
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void A_message_that_is_cut_off_or_followed_by_something_is_malformed(string encoding)
    {
        var codec = Available(encoding);
        var valid = Compress(codec, new(Text(5000)), codec.Levels.Default);
        foreach (var length in new[] { 0, 1, valid.Length / 2, valid.Length - 1 })
        {
            Decompress(codec, new(valid[..length]), Limit).Outcome.ShouldBe(
                DecompressOutcome.Malformed, $"{length} of {valid.Length} bytes");
        }

        Decompress(codec, new([.. valid, 1, 2, 3]), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);
        Decompress(codec, Segments.Of([.. valid, 1, 2, 3], valid.Length), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void An_empty_message_is_read_after_one_that_was_cut_off(string encoding)
    {
        var codec = Available(encoding);
        var valid = Compress(codec, new(Text(10_000)), codec.Levels.Default);
        Decompress(codec, new(valid[..^100]), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);

        Decompress(codec, new(Compress(codec, default, codec.Levels.Default)), Limit).Outcome.ShouldBe(DecompressOutcome.Done);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void The_limit_is_on_the_plain_size_and_exact(string encoding)
    {
        var codec = Available(encoding);
        var compressed = Compress(codec, new(new byte[100_000]), codec.Levels.Best);
        Decompress(codec, new(compressed), 100_000).Outcome.ShouldBe(DecompressOutcome.Done);
        Decompress(codec, new(compressed), 99_999).Outcome.ShouldBe(DecompressOutcome.TooLarge);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void A_bomb_stops_at_the_limit(string encoding)
    {
        var codec = Available(encoding);
        var bomb = Compress(codec, new(new byte[256 << 20]), codec.Levels.Default);
        var output = new CountingWriter();
        codec.Decompress(new(bomb), output, Limit).ShouldBe(DecompressOutcome.TooLarge);
        output.Written.ShouldBeLessThanOrEqualTo(Limit);
        output.LargestSpan.ShouldBeLessThanOrEqualTo(Limit + 4096);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void A_message_costs_at_most_512_bytes_of_managed_memory_beside_itself(string encoding)
    {
        var codec = Available(encoding);
        var text = Text(100_000);
        var output = new ArrayBufferWriter<byte>(400_000);
        var compressed = Compress(codec, new(text), codec.Levels.Default);
        long Cost(Action act)
        {
            for (var i = 0; i < 20; i++)
            {
                Again();
            }

            return Allocations.OfARound(Again, 512);

            void Again()
            {
                output.ResetWrittenCount();
                act();
            }
        }

        Cost(() => codec.Compress(new(text), output, codec.Levels.Default)).ShouldBeLessThanOrEqualTo(512);
        Cost(() => codec.Decompress(new(compressed), output, Limit)).ShouldBeLessThanOrEqualTo(512);
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void A_level_that_is_not_there_is_refused_with_those_that_are(string encoding)
    {
        var codec = CodecRegistry.Find(encoding)!;
        var message = Should.Throw<ArgumentOutOfRangeException>(() => Compress(codec, new([1]), codec.Levels.Best + 1)).Message;
        message.ShouldContain($"is not supported by the codec '{encoding}'; accepted: {codec.Levels.Fastest} to {codec.Levels.Best}");
    }

    [Fact]
    public void A_library_that_is_missing_is_named_with_the_package_that_holds_it()
    {
        var library = new NativeCodecLibrary("lz9", ("liblz9.so.1", "liblz9.dylib", "liblz9.dll"), ("liblz9-1", "lz9-libs"));
        library.IsAvailable.ShouldBeFalse();
        var message = Should.Throw<CodecUnavailableException>(() => library.Export("LZ9_compress")).Message;
        message.ShouldContain("The codec 'lz9' needs the library");
        message.ShouldContain("apt-get install liblz9-1");
    }

    private static Codec Available(string encoding)
    {
        var codec = CodecRegistry.Find(encoding)!;
        try
        {
            Compress(codec, new([1]), codec.Levels.Default);
        }
        catch (CodecUnavailableException e)
        {
            Assert.Skip(e.Message);
        }

        return codec;
    }

    private static byte[] Compress(Codec codec, ReadOnlySequence<byte> plain, int level)
    {
        var output = new ArrayBufferWriter<byte>();
        codec.Compress(plain, output, level);
        return output.WrittenSpan.ToArray();
    }

    private static (DecompressOutcome Outcome, byte[] Plain) Decompress(Codec codec, ReadOnlySequence<byte> compressed, int maxSize)
    {
        var output = new ArrayBufferWriter<byte>();
        return (codec.Decompress(compressed, output, maxSize), output.WrittenSpan.ToArray());
    }

    private static byte[] Text(int length)
    {
        var random = new SeededRandom(3);
        string[] words = ["channel", "deadline", "stream", "window", "metadata", "status", "trailers", "frame"];
        var text = string.Concat(Enumerable.Range(0, (length / 4) + 1).Select(_ => words[random.Next(words.Length)] + " "));
        return System.Text.Encoding.UTF8.GetBytes(text)[..length];
    }

    private static byte[] Noise(int length)
    {
        var random = new SeededRandom(4);
        return [.. Enumerable.Range(0, length).Select(_ => (byte)random.NextBits())];
    }

    /// <summary>Takes bytes, keeps none, and remembers how much room was asked for.</summary>
    private sealed class CountingWriter : IBufferWriter<byte>
    {
        private byte[] _room = new byte[4096];

        public long Written { get; private set; }

        public int LargestSpan => _room.Length;

        public void Advance(int count) => Written += count;

        public Memory<byte> GetMemory(int sizeHint = 0) => _room = _room.Length >= sizeHint ? _room : new byte[sizeHint];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
