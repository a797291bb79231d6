using System.Buffers;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Between messages and their framed bytes, with failures as <see cref="RpcException"/>.</summary>
internal static class MessageCodec
{
    /// <summary>Bytes of <paramref name="message"/>; throws ResourceExhausted when more than <paramref name="maxSize"/>.</summary>
    public static int Measure<T>(Marshaller<T> marshaller, T message, int? maxSize)
    {
        var size = marshaller.GetSize(message);
        var allowed = MessageLimits.CheckSend(size, maxSize);
        return allowed.IsOk ? size : throw new RpcException(allowed);
    }

    /// <summary>
    /// Reads a message that <paramref name="framing"/> found; throws Internal when its bytes are not one or cannot be decompressed,
    /// ResourceExhausted when they are more than the limit.
    /// </summary>
    /// <param name="marshaller">Of its type.</param>
    /// <param name="message">What was found.</param>
    /// <param name="framing">What found it.</param>
    /// <param name="wire">Counts it.</param>
    /// <param name="isOwn">Whether its bytes are in memory that nobody else uses.</param>
    public static T Read<T>(Marshaller<T> marshaller, in MessageOutcome message, in MessageReader framing, MessageWire wire,
        bool isOwn = false)
    {
        if (message.IsCompressed)
        {
            return ReadCompressed(marshaller, message.Payload, framing, wire);
        }

        wire.Meter.Received(message.Payload.Length);
        return Read(marshaller, message.Payload, isOwn);
    }

    private static T ReadCompressed<T>(Marshaller<T> marshaller, in ReadOnlySequence<byte> payload, in MessageReader framing,
        MessageWire wire)
    {
        if (marshaller.TakesFrom < int.MaxValue && wire.PlainSize(framing.Encoding!, payload, framing.MaxSize) is { } size
            && size >= marshaller.TakesFrom)
        {
            var unpacked = wire.Unpack(framing.Encoding!, payload, size, out var own);
            return unpacked.IsOk ? Read(marshaller, new ReadOnlySequence<byte>(own), isOwn: true) : throw new RpcException(unpacked);
        }

        var status = wire.Unpack(framing.Encoding!, payload, framing.MaxSize, out var plain);
        try
        {
            return status.IsOk ? Read(marshaller, plain.Written, isOwn: false) : throw new RpcException(status);
        }
        finally
        {
            MessageWire.Return(plain);
        }
    }

    private static T Read<T>(Marshaller<T> marshaller, in ReadOnlySequence<byte> payload, bool isOwn)
    {
        try
        {
            return isOwn ? marshaller.Take(payload.First) : marshaller.Read(payload);
        }
        catch (Exception e) when (e is not (OutOfMemoryException or RpcException))
        {
            throw new RpcException(
                new Status(StatusCode.Internal, $"The {payload.Length} bytes of a message are no {typeof(T).Name}: {e.Message}"), inner: e);
        }
    }
}
