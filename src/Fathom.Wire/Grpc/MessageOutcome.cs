using System.Buffers;

namespace Fathom.Wire.Grpc;

/// <summary>What the bytes at hand amount to; failures are values here, never exceptions.</summary>
internal readonly struct MessageOutcome
{
    private MessageOutcome(MessageState state) => State = state;

    /// <summary>Which of the other members mean something.</summary>
    public MessageState State { get; private init; }

    /// <summary>For <see cref="MessageState.Incomplete"/>: bytes, prefix included, from the start of this message that are needed before
    /// another look can tell more.</summary>
    public int BytesNeeded { get; private init; }

    /// <summary>For <see cref="MessageState.Message"/>: its bytes, a slice of what was read; the next message starts at its end.</summary>
    public ReadOnlySequence<byte> Payload { get; private init; }

    /// <summary>For <see cref="MessageState.Message"/>: whether the payload is compressed with the stream's encoding.</summary>
    public bool IsCompressed { get; private init; }

    /// <summary>For <see cref="MessageState.Failed"/>: the status of the call.</summary>
    public Status Failure { get; private init; }

    internal static MessageOutcome End => new(MessageState.End);

    internal static MessageOutcome Incomplete(int bytesNeeded) => new(MessageState.Incomplete) { BytesNeeded = bytesNeeded };

    internal static MessageOutcome Message(in ReadOnlySequence<byte> payload, bool compressed) =>
        new(MessageState.Message) { Payload = payload, IsCompressed = compressed };

    internal static MessageOutcome Failed(Status failure) => new(MessageState.Failed) { Failure = failure };
}
