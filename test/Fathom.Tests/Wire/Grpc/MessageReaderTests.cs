using System.Buffers;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Wire.Grpc.FramedMessages;

namespace Fathom.Tests.Wire.Grpc;

/// <summary>How messages are found in a stream, and which streams are refused.</summary>
public class MessageReaderTests
{
    [Fact]
    public void A_message_is_found_behind_its_prefix_and_the_next_one_behind_it()
    {
        var bytes = Framed([1, 2, 3], [], [4]);

        ReadAll(Plain, new ReadOnlySequence<byte>(bytes), out var last).ShouldBe(["010203", "", "04"]);
        last.State.ShouldBe(MessageState.End);
    }

    [Theory]
    [InlineData(0, 5)]
    [InlineData(4, 5)]
    [InlineData(5, 8)]
    [InlineData(7, 8)]
    public void An_unfinished_message_says_how_many_bytes_it_needs(int available, int needed)
    {
        var outcome = Plain.Read(new ReadOnlySequence<byte>(Framed([1, 2, 3]), 0, available), isCompleted: false);

        outcome.State.ShouldBe(MessageState.Incomplete);
        outcome.BytesNeeded.ShouldBe(needed);
    }

    [Theory]
    [InlineData(1, "after 1 of the 5 bytes of a prefix")]
    [InlineData(5, "after 0 of the 3 bytes of a message")]
    [InlineData(7, "after 2 of the 3 bytes of a message")]
    public void A_stream_that_ends_within_a_message_is_Internal(int available, string detail)
    {
        var outcome = Plain.Read(new ReadOnlySequence<byte>(Framed([1, 2, 3]), 0, available), isCompleted: true);

        outcome.State.ShouldBe(MessageState.Failed);
        outcome.Failure.StatusCode.ShouldBe(StatusCode.Internal);
        outcome.Failure.Detail.ShouldContain(detail);
    }

    [Fact]
    public void The_limit_is_enforced_on_the_prefix_alone_in_gRPCs_words()
    {
        var reader = new MessageReader(ReceivingSide.Client, MessageLimits.DefaultMaxReceiveSize, null, MessageEncodings.IdentityOnly);
        byte[] prefix = [0, 0, 0x4a, 0x28, 0x87];

        var outcome = reader.Read(new ReadOnlySequence<byte>(prefix), isCompleted: false);

        outcome.Failure.ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (4860039 vs. 4194304)"));
    }

    [Fact]
    public void A_message_of_exactly_the_limit_passes()
    {
        MessageLimits.CheckReceive(4194304, 4194304).ShouldBe(Status.Ok);
        MessageLimits.CheckReceive(4860007, 4194304).Detail.ShouldBe("Received message larger than max (4860007 vs. 4194304)");
        MessageLimits.CheckSend(10, 10).ShouldBe(Status.Ok);
        MessageLimits.CheckSend(11, 10).ShouldBe(new Status(StatusCode.ResourceExhausted, "Sent message larger than max (11 vs. 10)"));
    }

    [Fact]
    public void Without_a_limit_a_message_no_array_can_hold_is_refused_still()
    {
        var reader = new MessageReader(ReceivingSide.Client, null, null, MessageEncodings.IdentityOnly);

        var outcome = reader.Read(new ReadOnlySequence<byte>([0, 0xff, 0xff, 0xff, 0xff]), isCompleted: false);

        outcome.Failure.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    [Theory]
    [InlineData(2, null, ReceivingSide.Server, StatusCode.Internal, "0x02")]
    [InlineData(255, "gzip", ReceivingSide.Server, StatusCode.Internal, "0xFF")]
    [InlineData(1, null, ReceivingSide.Server, StatusCode.Internal, "without a grpc-encoding")]
    [InlineData(1, "identity", ReceivingSide.Server, StatusCode.Internal, "without a grpc-encoding")]
    [InlineData(1, "snappy", ReceivingSide.Server, StatusCode.Unimplemented, "'snappy'. Supported encodings: identity")]
    [InlineData(1, "snappy", ReceivingSide.Client, StatusCode.Internal, "'snappy'. Supported encodings: identity")]
    public void A_flag_that_cannot_be_honoured_fails_the_stream(
        byte flag, string? encoding, Enum side, StatusCode code, string detail)
    {
        var reader = new MessageReader((ReceivingSide)side, null, encoding, MessageEncodings.IdentityOnly);

        var outcome = reader.Read(new ReadOnlySequence<byte>([flag, 0, 0, 0, 0]), isCompleted: true);

        outcome.State.ShouldBe(MessageState.Failed);
        outcome.Failure.StatusCode.ShouldBe(code);
        outcome.Failure.Detail.ShouldContain(detail);
    }

    [Fact]
    public void A_flagged_message_of_a_supported_encoding_passes_to_its_codec()
    {
        var reader = new MessageReader(ReceivingSide.Server, null, "gzip", new MessageEncodings("gzip"));

        var outcome = reader.Read(new ReadOnlySequence<byte>([1, 0, 0, 0, 1, 7]), isCompleted: false);

        outcome.State.ShouldBe(MessageState.Message);
        outcome.IsCompressed.ShouldBeTrue();
        outcome.Payload.ToArray().ShouldBe([7]);
    }
}
