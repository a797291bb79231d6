using System.Buffers;
using Fathom.Statistics;
using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Codecs;

public class CodecTests
{
    private const int Limit = 4 << 20;

    public static TheoryData<string> Names => [.. NamedCodecs.Names];

    public static TheoryData<string, int> NamesAndLevels
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (var name in NamedCodecs.Names)
            {
                var codec = NamedCodecs.Find(name);
                for (var level = codec.Levels.Fastest; level <= codec.Levels.Best; level++)
                {
                    data.Add(name, level);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(NamesAndLevels))]
    public void Every_level_gives_the_message_back(string name, int level)
    {
        var codec = NamedCodecs.Find(name);
        byte[][] messages = [[], [7], Text(1000), Text(300_000), Noise(300_000), new byte[1_000_000]];
        // The pieces a message comes in are no matter of the level.
        int[] segments = Thorough.IsOn || level == codec.Levels.Default ? [int.MaxValue, 10_000, 333] : [10_000];
        foreach (var message in messages)
        {
            foreach (var segment in segments)
            {
                var compressed = Compress(codec, Segments.Of(message, segment), level);
                var (outcome, plain) = Decompress(codec, Segments.Of(compressed, segment), message.Length);
                outcome.ShouldBe(DecompressOutcome.Done);
                plain.AsSpan().SequenceEqual(message).ShouldBeTrue();
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Text_becomes_smaller_and_a_better_level_no_larger_than_the_default(string name)
    {
        var codec = NamedCodecs.Find(name);
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
    [MemberData(nameof(Names))]
    public void Any_bytes_in_any_pieces_give_an_outcome_and_never_an_exception(string name)
    {
        var codec = NamedCodecs.Find(name);
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
    [MemberData(nameof(Names))]
    public void A_message_that_is_cut_off_or_followed_by_something_is_malformed(string name)
    {
        var codec = NamedCodecs.Find(name);
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
    [MemberData(nameof(Names))]
    public void An_empty_message_is_read_after_one_that_was_cut_off(string name)
    {
        var codec = NamedCodecs.Find(name);
        var valid = Compress(codec, new(Text(10_000)), codec.Levels.Default);
        Decompress(codec, new(valid[..^100]), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);

        Decompress(codec, new(Compress(codec, default, codec.Levels.Default)), Limit).Outcome.ShouldBe(DecompressOutcome.Done);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void The_limit_is_on_the_plain_size_and_exact(string name)
    {
        var codec = NamedCodecs.Find(name);
        var compressed = Compress(codec, new(new byte[100_000]), codec.Levels.Best);
        Decompress(codec, new(compressed), 100_000).Outcome.ShouldBe(DecompressOutcome.Done);
        Decompress(codec, new(compressed), 99_999).Outcome.ShouldBe(DecompressOutcome.TooLarge);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_bomb_stops_at_the_limit(string name)
    {
        var codec = NamedCodecs.Find(name);
        var bomb = Compress(codec, new(new byte[256 << 20]), codec.Levels.Default);
        var output = new CountingWriter();
        codec.Decompress(new(bomb), output, Limit).ShouldBe(DecompressOutcome.TooLarge);
        output.Written.ShouldBeLessThanOrEqualTo(Limit);
        output.LargestSpan.ShouldBeLessThanOrEqualTo(Limit + 4096);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_message_costs_at_most_512_bytes_of_managed_memory_beside_itself(string name)
    {
        var codec = NamedCodecs.Find(name);
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
    [MemberData(nameof(Names))]
    public void A_level_that_is_not_there_is_refused_with_those_that_are(string name)
    {
        var codec = NamedCodecs.Find(name);
        var message = Should.Throw<ArgumentOutOfRangeException>(() => Compress(codec, new([1]), codec.Levels.Best + 1)).Message;
        message.ShouldContain($"is not supported by the codec '{codec.Encoding}'; accepted: {codec.Levels.Fastest} to {codec.Levels.Best}");
    }

    [Fact]
    public void Without_the_systems_library_the_managed_one_is_used_and_the_package_to_install_is_named()
    {
        var library = new SystemLibrary(("liblz9.so.1", "liblz9.dylib", "liblz9.dll"), ("liblz9-1", "lz9-libs"));
        Codec System()
        {
            library.Load();
            return CodecRegistry.Gzip;
        }

        var codec = new FallbackCodec(System, CodecRegistry.ManagedZstd);

        codec.Implementation.ShouldBe(CodecImplementation.Managed);
        codec.MissingLibrary.ShouldNotBeNull().ShouldContain("apt-get install liblz9-1");
        var compressed = Compress(codec, new(Text(1000)), codec.Levels.Default);
        Decompress(CodecRegistry.ManagedZstd, new(compressed), Limit).Plain.ShouldBe(Text(1000));
        Decompress(codec, new(compressed), Limit).Plain.ShouldBe(Text(1000));
    }

    [Fact]
    public void A_library_that_lacks_a_function_is_too_old_and_the_managed_one_is_used()
    {
        Codec Old() => throw new EntryPointNotFoundException("The library liblz9.so.1 has no function LZ9_new.");

        var codec = new FallbackCodec(Old, CodecRegistry.ManagedLz4);

        codec.Implementation.ShouldBe(CodecImplementation.Managed);
        codec.MissingLibrary.ShouldBe("The library liblz9.so.1 has no function LZ9_new.");
    }

    [Fact]
    public void A_codec_says_whose_code_does_the_work()
    {
        CodecRegistry.Gzip.Implementation.ShouldBe(CodecImplementation.Framework);
        CodecRegistry.Brotli.Implementation.ShouldBe(CodecImplementation.Framework);
        CodecRegistry.ManagedLz4.Implementation.ShouldBe(CodecImplementation.Managed);
        CodecRegistry.ManagedZstd.Implementation.ShouldBe(CodecImplementation.Managed);
        foreach (var codec in new[] { CodecRegistry.Lz4, CodecRegistry.Zstd })
        {
            (codec.Implementation == CodecImplementation.SystemLibrary).ShouldBe(codec.MissingLibrary is null);
        }
    }

    [Theory]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void The_systems_library_and_the_managed_one_read_each_other_at_every_size(string encoding)
    {
        var (system, managed) = (NamedCodecs.Find(encoding), NamedCodecs.Find(encoding + " managed"));
        Assert.SkipWhen(system.MissingLibrary is not null, system.MissingLibrary ?? "");
        // Around the block sizes of LZ4 frames as well, whose next class begins there.
        var sizes = Gen.OneOf(Gen.Choose(0, 100), Gen.Choose(0, 300_000), Gen.Elements(65_535, 65_536, 65_537, (1 << 20) + 1));
        var messages = from size in sizes
                       from noise in Gen.Elements(true, false)
                       from level in Gen.Choose(Math.Max(1, system.Levels.Fastest), 6)
                       from segment in Gen.Elements(int.MaxValue, 1000)
                       select (Message: noise ? Noise(size) : Text(size), level, segment);

        Prop.ForAll(messages.ToArbitrary(), row =>
        {
            foreach (var (from, to) in new[] { (system, managed), (managed, system) })
            {
                var compressed = Compress(from, Segments.Of(row.Message, row.segment), row.level);
                var (outcome, plain) = Decompress(to, Segments.Of(compressed, row.segment), row.Message.Length);
                outcome.ShouldBe(DecompressOutcome.Done);
                plain.AsSpan().SequenceEqual(row.Message).ShouldBeTrue();
                if (row.Message.Length > 0)
                {
                    Decompress(to, new(compressed), row.Message.Length - 1).Outcome.ShouldBe(DecompressOutcome.TooLarge);
                }
            }
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData("zstd")]
    [InlineData("zstd managed")]
    public void A_frame_that_asks_for_a_window_far_beyond_the_limit_is_too_large(string name)
    {
        // Magic number; a descriptor with a window and no size; a window of 2 GiB (RFC 8878, 3.1.1.1.2); one empty last block.
        byte[] frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 1, 0, 0];

        Decompress(NamedCodecs.Find(name), new(frame), Limit).Outcome.ShouldBe(DecompressOutcome.TooLarge);
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
