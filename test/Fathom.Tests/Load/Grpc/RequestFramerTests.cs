using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;

namespace Fathom.Tests.Load.Grpc;

/// <summary>Messages that a server takes in parts of its window: those that stay valid, which are not copied, and those that do
/// not.</summary>
public class RequestFramerTests
{
    private static readonly int[] Sizes = [0, 3, 1024, 1025, 5, 36_000, 1024, 0, 70_000, 7];

    [Theory]
    [InlineData(1, true)]
    [InlineData(3, true)]
    [InlineData(7, false)]
    [InlineData(1000, true)]
    [InlineData(16_384, false)]
    [InlineData(65_535, true)]
    [InlineData(1_000_000, true)]
    public void Streams_at_once_arrive_whole_whatever_the_window(int window, bool isConstant)
    {
        var messages = Sizes.Select((size, i) => (ReadOnlyMemory<byte>)Enumerable.Repeat((byte)(i + 1), size).ToArray()).ToList();
        var source = new FixedMessages(messages, isStreamed: true);
        using var wire = new FramedCalls(isConstant ? source : new Overwritten(source), window);

        for (var call = 0; call < 3; call++)
        {
            wire.Start(new LoadCall());
        }

        wire.Exchange();
        var expected = messages.SelectMany(FramedCalls.Framed).ToArray();
        wire.Received.Values.ShouldAllBe(bytes => bytes.SequenceEqual(expected));
        wire.Received.Count.ShouldBe(3);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_object_of_a_call_that_was_answered_early_serves_the_next_from_within_its_end(bool isConstant)
    {
        var message = Enumerable.Range(0, 50_000).Select(i => (byte)i).ToArray();
        var source = new FixedMessages([message], isStreamed: false);
        using var wire = new FramedCalls(isConstant ? source : new Overwritten(source), window: 20_000) { AnswersEarly = true };
        var call = new LoadCall();
        wire.Ended = () =>
        {
            if (wire.Received.Count < 3)
            {
                call.Clear();
                wire.Start(call);
            }
        };

        wire.Start(call);

        wire.Exchange();
        wire.Received.Count.ShouldBe(3);
        wire.Received.Values.ShouldAllBe(bytes => bytes.SequenceEqual(FramedCalls.Framed(message)));
    }

    /// <summary>Messages of one buffer, which each request overwrites.</summary>
    private sealed class Overwritten(IRequestMessages messages) : IRequestMessages
    {
        private readonly byte[] _buffer = new byte[100_000];

        public int CountOf(long call) => messages.CountOf(call);

        public ReadOnlyMemory<byte> Get(long call, int index)
        {
            var message = messages.Get(call, index);
            _buffer.AsSpan().Fill(0xEE);
            message.CopyTo(_buffer);
            return _buffer.AsMemory(0, message.Length);
        }

        public void Dispose() => messages.Dispose();
    }
}
