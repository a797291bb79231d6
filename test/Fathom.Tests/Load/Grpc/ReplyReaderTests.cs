using System.Buffers;
using System.Buffers.Binary;
using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Codecs;

namespace Fathom.Tests.Load.Grpc;

/// <summary>Replies in pieces of every size, compared with the expected one.</summary>
public class ReplyReaderTests
{
    private static readonly ReplyLimits Any = new(null, null);
    private static readonly ReplyLimits Gzip = new(CodecRegistry.Gzip, null);

    private static readonly byte[] Wanted = "abcdefgh"u8.ToArray();

    [Theory]
    [InlineData("abcdefgh", false)]
    [InlineData("abcdHGFE", false)]
    [InlineData("ABCDEFGH", false)]
    [InlineData("abcdefgx", true)]
    [InlineData("abcdefg", true)]
    [InlineData("abcdefghi", true)]
    [InlineData("", true)]
    public void A_reply_differs_where_neither_bytes_nor_meaning_are_equal(string reply, bool differs)
    {
        // For this test two replies mean the same that have the same letters, whatever their case and order.
        var expected = new ExpectedReply(Wanted, message => Letters(message.Span) == Letters(Wanted));
        for (var first = 0; first <= reply.Length + 5; first++)
        {
            for (var second = first; second <= reply.Length + 5; second++)
            {
                ReadOnlySpan<byte> framed = Framed(reply);
                var reader = default(ReplyReader);
                var messages = reader.Read(framed[..first], expected, Any) + reader.Read(framed[first..second], expected, Any)
                    + reader.Read(framed[second..], expected, Any);
                (messages, reader.Differs, reader.IsBetweenMessages).ShouldBe((1, differs, true), $"in pieces at {first} and {second}");
            }
        }
    }

    [Fact]
    public void Each_message_of_a_stream_is_compared()
    {
        var expected = new ExpectedReply(Wanted, message => Letters(message.Span) == Letters(Wanted));
        var reader = default(ReplyReader);
        reader.Read([.. Framed("abcdefgh"), .. Framed("hgfedcba"), .. Framed("abcdefgh")], expected, Any).ShouldBe(3);
        reader.Differs.ShouldBeFalse();
        reader.Read(Framed("aaaaaaaa"), expected, Any);
        reader.Differs.ShouldBeTrue();
    }

    [Fact]
    public void A_compressed_reply_is_compared_as_the_message_that_it_is()
    {
        var expected = new ExpectedReply(Wanted);
        var (right, wrong) = (Compressed(Wanted), Compressed("abcdefgx"u8));
        foreach (var (framed, differs) in new[] { (right, false), (wrong, true) })
        {
            var reader = default(ReplyReader);
            (reader.Read(framed.AsSpan(0, 7), expected, Gzip) + reader.Read(framed.AsSpan(7), expected, Gzip)).ShouldBe(1);
            (reader.Differs, reader.Fault).ShouldBe((differs, null));
        }

        var refusing = default(ReplyReader);
        refusing.Read(right, expected, Any);
        refusing.Fault.ShouldBe("a compressed message, although no compression was accepted");
    }

    [Fact]
    public void A_reply_above_the_limit_is_a_fault_of_its_own()
    {
        var (fits, larger) = (default(ReplyReader), default(ReplyReader));

        fits.Read(Framed("abcdefgh"), null, new ReplyLimits(null, 8)).ShouldBe(1);
        larger.Read(Framed("abcdefgh"), null, new ReplyLimits(null, 7)).ShouldBe(0);

        (fits.IsTooLarge, larger.IsTooLarge, larger.Fault).ShouldBe((false, true, "a message of 8 bytes, more than the limit of 7"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void A_large_reply_that_differs_is_not_kept(byte compressed)
    {
        var expected = new ExpectedReply(Wanted, _ => throw new InvalidOperationException("it was kept"));
        var reader = default(ReplyReader);
        var prefix = new byte[5];
        prefix[0] = compressed;
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1), uint.MaxValue);
        var before = GC.GetAllocatedBytesForCurrentThread();
        reader.Read([.. prefix, 1, 2, 3], expected, Gzip);

        reader.Differs.ShouldBeTrue();
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(100_000);
    }

    private static string Letters(ReadOnlySpan<byte> message) =>
        string.Concat(System.Text.Encoding.ASCII.GetString(message).ToUpperInvariant().Order());

    private static byte[] Framed(string reply)
    {
        var framed = new byte[reply.Length + 5];
        BinaryPrimitives.WriteUInt32BigEndian(framed.AsSpan(1), (uint)reply.Length);
        System.Text.Encoding.ASCII.GetBytes(reply, framed.AsSpan(5));
        return framed;
    }

    private static byte[] Compressed(ReadOnlySpan<byte> message)
    {
        var compressed = new ArrayBufferWriter<byte>();
        CodecRegistry.Gzip.Compress(new ReadOnlySequence<byte>(message.ToArray()), compressed, 6);
        byte[] framed = [1, 0, 0, 0, (byte)compressed.WrittenCount, .. compressed.WrittenSpan];
        return framed;
    }
}
