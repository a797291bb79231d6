using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Serializes and deserializes messages; failures are <see cref="RpcException"/>.</summary>
internal static class MessageSerializer
{
    /// <summary>Size of <paramref name="message"/> in bytes. Throws ResourceExhausted when it exceeds <paramref name="maxSize"/>.</summary>
    public static int GetSize<T>(Marshaller<T> marshaller, T message, int? maxSize)
    {
        var size = marshaller.GetSize(message);
        var allowed = MessageLimits.CheckSend(size, maxSize);
        return allowed.IsOk ? size : throw new RpcException(allowed);
    }

    /// <summary>
    /// Reads a message that <paramref name="framing"/> found. Throws Internal when it is malformed or cannot be decompressed, and
    /// ResourceExhausted when it exceeds the limit.
    /// </summary>
    /// <param name="marshaller">The marshaller of the message type.</param>
    /// <param name="message">The message that was found.</param>
    /// <param name="framing">The reader that found it.</param>
    /// <param name="wire">Decompresses and counts it.</param>
    /// <param name="isOwn">Whether its bytes are in a buffer of their own.</param>
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

    /// <summary>Reads a compressed message if it has at most <paramref name="maxSize"/> bytes, compressed and decompressed. False
    /// otherwise, when its codec does not stop there at once, and when it cannot be decompressed.</summary>
    public static bool TryDeserializeSmall<T>(Marshaller<T> marshaller, in MessageOutcome message, in MessageReader framing,
        MessageCompressor wire, int maxSize, [MaybeNullWhen(false)] out T result)
    {
        result = default;
        maxSize = Math.Min(maxSize, framing.MaxSize ?? maxSize);
        if (message.Payload.Length > maxSize || marshaller.ZeroCopyThreshold <= maxSize || !wire.StopsAtOnce(framing.Encoding!))
        {
            return false;
        }

        var status = wire.Decompress(framing.Encoding!, message.Payload, (int?)maxSize, out var plain);
        try
        {
            result = status.IsOk ? Deserialize(marshaller, plain.WrittenSequence, isOwn: false) : default;
            return status.IsOk;
        }
        finally
        {
            MessageCompressor.ReturnBuffer(plain);
        }
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
