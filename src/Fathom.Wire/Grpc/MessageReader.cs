using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Wire.Grpc;

/// <summary>
/// Finds messages in the bytes of a stream (gRPC doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message"). It keeps no bytes:
/// the caller holds what is not consumed, and <see cref="MessageOutcome.BytesNeeded"/> tells it how much to hold, never
/// more than the limit, since the length is checked as soon as the five bytes of the prefix are there.
/// </summary>
internal readonly struct MessageReader
{
    private readonly ReceivingSide _side;
    private readonly MessageEncodings _supported;

    /// <summary>
    /// A reader for one stream. <paramref name="maxSize"/> is in bytes of one message as sent, null for no limit;
    /// <paramref name="encoding"/> is the stream's <c>grpc-encoding</c>, null when it has none.
    /// </summary>
    public MessageReader(ReceivingSide side, int? maxSize, string? encoding, MessageEncodings supported)
    {
        _side = side;
        MaxSize = maxSize;
        Encoding = encoding;
        _supported = supported;
    }

    /// <summary>Most bytes of a message, as sent and, where it is compressed, also when it no longer is; null for no limit.</summary>
    public int? MaxSize { get; }

    /// <summary>The stream's <c>grpc-encoding</c>, null when it has none.</summary>
    public string? Encoding { get; }

    /// <summary>
    /// Looks for one message at the start of <paramref name="bytes"/>; <paramref name="isCompleted"/> says that no more
    /// will come. The answer is the same however the bytes are split.
    /// </summary>
    public MessageOutcome Read(in ReadOnlySequence<byte> bytes, bool isCompleted)
    {
        if (bytes.Length < MessagePrefix.Size)
        {
            return bytes.IsEmpty && isCompleted ? MessageOutcome.End
                : isCompleted ? Truncated(bytes.Length, MessagePrefix.Size, "prefix")
                : MessageOutcome.Incomplete(MessagePrefix.Size);
        }

        Span<byte> copy = stackalloc byte[MessagePrefix.Size];
        scoped var prefix = bytes.FirstSpan;
        if (prefix.Length < MessagePrefix.Size)
        {
            bytes.Slice(0, MessagePrefix.Size).CopyTo(copy);
            prefix = copy;
        }

        var flag = prefix[0];
        var length = BinaryPrimitives.ReadUInt32BigEndian(prefix[1..]);
        var fault = flag == 0 ? Status.Ok : CheckFlag(flag);
        fault = fault.IsOk ? MessageLimits.CheckReceive(length, MaxSize) : fault;
        if (!fault.IsOk)
        {
            return MessageOutcome.Failed(fault);
        }

        var total = MessagePrefix.Size + (int)length;
        if (bytes.Length < total)
        {
            return isCompleted
                ? Truncated(bytes.Length - MessagePrefix.Size, length, "message")
                : MessageOutcome.Incomplete(total);
        }

        return MessageOutcome.Message(bytes.Slice(MessagePrefix.Size, length), compressed: flag == 1);
    }

    private static MessageOutcome Truncated(long found, long expected, string what) => MessageOutcome.Failed(
        new Status(StatusCode.Internal, $"Incomplete message: the stream ended after {found} of the {expected} bytes of a {what}."));

    private Status CheckFlag(byte flag)
    {
        if (flag != 1)
        {
            return new Status(StatusCode.Internal, $"Unexpected compressed flag 0x{flag:X2} in message prefix: 0 and 1 are defined.");
        }

        if (Encoding is null or MessageEncodings.Identity)
        {
            return new Status(
                StatusCode.Internal, "Compressed flag set on a message of a stream without a grpc-encoding other than identity.");
        }

        return _supported.Contains(Encoding)
            ? Status.Ok
            : new Status(
                _side == ReceivingSide.Server ? StatusCode.Unimplemented : StatusCode.Internal,
                $"Unsupported grpc-encoding value '{Encoding}'. Supported encodings: {_supported}");
    }
}
