using System.Buffers;
using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using FsCheck;
using FsCheck.Fluent;
using static Fathom.Tests.Transport.Codecs.CodecMessages;

namespace Fathom.Tests.Transport.Codecs;

/// <summary>Messages that are damaged, cut off, or followed by something.</summary>
public class DamagedMessageTests
{
    [Fact]
    public void A_zlib_header_that_asks_for_a_dictionary_is_malformed()
    {
        // 0x20 in the second byte is FDICT (RFC 1950, 2.2); 31 divides the two bytes.
        byte[] message = [0x78, 0xbb, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1];

        Decompress(CodecRegistry.Deflate, new(message), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);
    }

    [Theory]
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
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
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
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
    [MemberData(nameof(Names), MemberType = typeof(CodecMessages))]
    public void An_empty_message_is_read_after_one_that_was_cut_off(string name)
    {
        var codec = NamedCodecs.Find(name);
        var valid = Compress(codec, new(Text(10_000)), codec.Levels.Default);
        Decompress(codec, new(valid[..^100]), Limit).Outcome.ShouldBe(DecompressOutcome.Malformed);

        Decompress(codec, new(Compress(codec, default, codec.Levels.Default)), Limit).Outcome.ShouldBe(DecompressOutcome.Done);
    }
}
