using System.Buffers;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Between messages and their framed bytes, with failures as <see cref="RpcException"/>. Codecs for compressed messages belong here.</summary>
internal static class MessageCodec
{
    /// <summary>Bytes of <paramref name="message"/>; throws ResourceExhausted when more than <paramref name="maxSize"/>.</summary>
    public static int Measure<T>(Marshaller<T> marshaller, T message, int? maxSize)
    {
        var size = marshaller.GetSize(message);
        var allowed = MessageLimits.CheckSend(size, maxSize);
        return allowed.IsOk ? size : throw new RpcException(allowed);
    }

    /// <summary>Reads a message; throws Internal when its bytes are not one, unless the marshaller says another status.</summary>
    public static T Read<T>(Marshaller<T> marshaller, in ReadOnlySequence<byte> payload)
    {
        try
        {
            return marshaller.Read(payload);
        }
        catch (Exception e) when (e is not (OutOfMemoryException or RpcException))
        {
            throw new RpcException(
                new Status(StatusCode.Internal, $"The {payload.Length} bytes of a message are no {typeof(T).Name}: {e.Message}"), inner: e);
        }
    }
}
