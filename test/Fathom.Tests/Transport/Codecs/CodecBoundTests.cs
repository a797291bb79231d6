using System.Buffers;
using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using static Fathom.Tests.Transport.Codecs.CodecMessages;

namespace Fathom.Tests.Transport.Codecs;

/// <summary>What a message may cost: plain bytes up to the limit, and hardly any managed memory.</summary>
public class CodecBoundTests
{
    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
    public void The_limit_is_on_the_plain_size_and_exact(string name)
    {
        var codec = NamedCodecs.Find(name);
        var compressed = Compress(codec, new(new byte[100_000]), codec.Levels.Best);
        Decompress(codec, new(compressed), 100_000).Outcome.ShouldBe(DecompressOutcome.Done);
        Decompress(codec, new(compressed), 99_999).Outcome.ShouldBe(DecompressOutcome.TooLarge);
    }

    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
    public void A_bomb_stops_at_the_limit(string name)
    {
        var codec = NamedCodecs.Find(name);
        var bomb = Compress(codec, new(new byte[16 * Limit]), codec.Levels.Default);
        var output = new CountingWriter();
        codec.Decompress(new(bomb), output, Limit).ShouldBe(DecompressOutcome.TooLarge);
        output.Written.ShouldBeLessThanOrEqualTo(Limit);
        output.LargestSpan.ShouldBeLessThanOrEqualTo(Limit + 4096);
    }

    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
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
    [InlineData("zstd")]
    [InlineData("zstd managed")]
    public void A_frame_that_asks_for_a_window_far_beyond_the_limit_is_too_large(string name)
    {
        // Magic number; a descriptor with a window and no size; a window of 2 GiB (RFC 8878, 3.1.1.1.2); one empty last block.
        byte[] frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 1, 0, 0];

        Decompress(NamedCodecs.Find(name), new(frame), Limit).Outcome.ShouldBe(DecompressOutcome.TooLarge);
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
