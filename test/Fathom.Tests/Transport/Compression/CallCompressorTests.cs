using System.Buffers;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

/// <summary>How often a call decides whether to compress.</summary>
public class CallCompressorTests
{
    private const int Messages = 5_000;

    private readonly MessageCompressor _wire = new(null, null);
    private int _decisions;

    [Theory]
    [InlineData(800, Messages / 20, Messages / 16)]
    [InlineData(64 * 1024, Messages, Messages)]
    public void Small_messages_of_a_stream_are_decided_on_together_and_large_ones_each(int size, int least, int most)
    {
        var sending = Sending();
        for (var i = 0; i < Messages; i++)
        {
            Send(sending, size);
        }

        _decisions.ShouldBeInRange(least, most);
        _wire.Reports.ShouldHaveSingleItem().Messages.ShouldBeInRange(Messages, Messages + 20);
    }

    [Fact]
    public void Of_a_few_messages_no_more_are_decided_on_than_were_sent_before()
    {
        var sending = Sending();
        int[] decisions = [.. Enumerable.Range(0, 8).Select(_ =>
        {
            Send(sending, 100);
            return _decisions;
        })];

        // One, one, two (the third and the fourth), four.
        decisions.ShouldBe([1, 2, 3, 3, 4, 4, 4, 4]);
    }

    [Fact]
    public void A_large_message_among_small_ones_is_decided_on_by_itself()
    {
        var sending = Sending();
        for (var i = 0; i < 100; i++)
        {
            Send(sending, 100);
        }

        var before = _decisions;
        Send(sending, 100_000);
        _decisions.ShouldBe(before + 1);
    }

    private CallCompressor Sending() => _wire.CreateCallCompressor(
        MessageCompression.Adaptive(CodecRegistry.Gzip), "/s/m", isStream: true, () =>
    {
        _decisions++;
        return new LinkRate(1e9, IsAtLeast: false);
    })!;

    private static void Send(CallCompressor sending, int size)
    {
        var message = new byte[size];
        if (sending.TryCompress(sending.Decide(size), new ReadOnlySequence<byte>(message), out var packed, out _))
        {
            ArrayPool<byte>.Shared.Return(packed);
        }
    }
}
