using System.Buffers;

namespace Fathom.Wire.Grpc;

/// <summary>The result of <see cref="MessageReader.Read"/>. Failures are results, not exceptions.</summary>
internal readonly struct MessageOutcome
{
    private MessageOutcome(MessageState state) => State = state;

    /// <summary>The kind of result, which decides which other members are set.</summary>
    public MessageState State { get; private init; }

    /// <summary>For <see cref="MessageState.Incomplete"/>: the number of bytes, from the start of the prefix, that are needed before the
    /// next read can make progress.</summary>
    public int BytesNeeded { get; private init; }

    /// <summary>For <see cref="MessageState.Message"/>: the bytes of the message, a slice of the input. The next message starts at its
    /// end.</summary>
    public ReadOnlySequence<byte> Payload { get; private init; }

    /// <summary>For <see cref="MessageState.Message"/>: whether the payload is compressed with the encoding of the stream.</summary>
    public bool IsCompressed { get; private init; }

    /// <summary>For <see cref="MessageState.Failed"/>: the status of the call.</summary>
    public Status Failure { get; private init; }

    internal static MessageOutcome End => new(MessageState.End);

    internal static MessageOutcome Incomplete(int bytesNeeded) => new(MessageState.Incomplete) { BytesNeeded = bytesNeeded };

    internal static MessageOutcome Message(in ReadOnlySequence<byte> payload, bool compressed) =>
        new(MessageState.Message) { Payload = payload, IsCompressed = compressed };

    internal static MessageOutcome Failed(Status failure) => new(MessageState.Failed) { Failure = failure };
}
