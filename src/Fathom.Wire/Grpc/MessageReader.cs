using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Wire.Grpc;

/// <summary>
/// Finds messages in the bytes of a stream (gRPC doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message"). The reader buffers nothing: the caller
/// keeps the unconsumed bytes, as many as <see cref="MessageOutcome.BytesNeeded"/>. That number never exceeds the limit, because the length
/// is checked as soon as the five bytes of the prefix have arrived.
/// </summary>
internal readonly struct MessageReader
{
    private readonly ReceivingSide _side;
    private readonly MessageEncodings _supported;

    /// <summary>Creates a reader for one stream.</summary>
    /// <param name="side">The side that reads; it decides the status of an unsupported encoding.</param>
    /// <param name="maxSize">Maximum size of a message as sent, in bytes; null for no limit.</param>
    /// <param name="encoding">The <c>grpc-encoding</c> of the stream; null when it has none.</param>
    /// <param name="supported">The encodings that this side can decompress.</param>
    public MessageReader(ReceivingSide side, int? maxSize, string? encoding, MessageEncodings supported)
    {
        _side = side;
        MaxSize = maxSize;
        Encoding = encoding;
        _supported = supported;
    }

    /// <summary>Maximum size of a message, in bytes, as sent and after decompression; null for no limit.</summary>
    public int? MaxSize { get; }

    /// <summary>The <c>grpc-encoding</c> of the stream; null when it has none.</summary>
    public string? Encoding { get; }

    /// <summary>Reads one message from the start of <paramref name="bytes"/>. The result does not depend on how the bytes are
    /// segmented.</summary>
    /// <param name="bytes">The unconsumed bytes of the stream.</param>
    /// <param name="isCompleted">Whether no more bytes will arrive.</param>
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
