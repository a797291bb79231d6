using System.Buffers;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Between messages and their framed bytes, with failures as <see cref="RpcException"/>.</summary>
internal static class MessageSerializer
{
    /// <summary>Bytes of <paramref name="message"/>; throws ResourceExhausted when more than <paramref name="maxSize"/>.</summary>
    public static int GetSize<T>(Marshaller<T> marshaller, T message, int? maxSize)
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
    public static T Deserialize<T>(Marshaller<T> marshaller, in MessageOutcome message, in MessageReader framing, MessageCompressor wire,
        bool isOwn = false)
    {
        if (message.IsCompressed)
        {
            return DeserializeCompressed(marshaller, message.Payload, framing, wire);
        }

        wire.Meter.AddReceived(message.Payload.Length);
        return Deserialize(marshaller, message.Payload, isOwn);
    }

    private static T DeserializeCompressed<T>(Marshaller<T> marshaller, in ReadOnlySequence<byte> payload, in MessageReader framing,
        MessageCompressor wire)
    {
        if (marshaller.ZeroCopyThreshold < int.MaxValue && wire.GetDecompressedSize(framing.Encoding!, payload, framing.MaxSize) is { } size
            && size >= marshaller.ZeroCopyThreshold)
        {
            var unpacked = wire.Decompress(framing.Encoding!, payload, size, out var own);
            return unpacked.IsOk ? Deserialize(marshaller, new ReadOnlySequence<byte>(own), isOwn: true) : throw new RpcException(unpacked);
        }

        var status = wire.Decompress(framing.Encoding!, payload, framing.MaxSize, out var plain);
        try
        {
            return status.IsOk ? Deserialize(marshaller, plain.WrittenSequence, isOwn: false) : throw new RpcException(status);
        }
        finally
        {
            MessageCompressor.ReturnBuffer(plain);
        }
    }

    private static T Deserialize<T>(Marshaller<T> marshaller, in ReadOnlySequence<byte> payload, bool isOwn)
    {
        try
        {
            return isOwn ? marshaller.DeserializeOwned(payload.First) : marshaller.Deserialize(payload);
        }
        catch (Exception e) when (e is not (OutOfMemoryException or RpcException))
        {
            throw new RpcException(
                new Status(StatusCode.Internal, $"The {payload.Length} bytes of a message are no {typeof(T).Name}: {e.Message}"), inner: e);
        }
    }
}
