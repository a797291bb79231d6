using System.Buffers;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>One message with its prefix in an array of the pool. Owned by the write that sends it, which returns it.</summary>
internal sealed class FramedMessage : IBufferWriter<byte>
{
    private readonly byte[] _array;
    private readonly int _size;
    private int _written;

    private FramedMessage(int size)
    {
        _size = size;
        _array = ArrayPool<byte>.Shared.Rent(size);
    }

    private FramedMessage(byte[] array, int written) => (_array, _size, _written) = (array, written, written);

    public ReadOnlyMemory<byte> Bytes => _array.AsMemory(0, _written);

    /// <summary>Frames a message and counts it; compressed where <paramref name="compression"/> is not null and makes it smaller.</summary>
    public static FramedMessage Of<T>(Marshaller<T> marshaller, T message, int? maxSize, MessageWire wire, SendCompression? compression)
    {
        var size = MessageCodec.Measure(marshaller, message, maxSize);
        var framed = new FramedMessage(MessagePrefix.Size + size);
        MessagePrefix.Write(framed, size);
        marshaller.Write(message, framed);
        if (framed._written != framed._size)
        {
            throw new InvalidOperationException(
                $"{marshaller.GetType().Name} said {size} bytes and wrote {framed._written - MessagePrefix.Size}: GetSize and Write must agree.");
        }

        if (compression?.Consider(size) is { } course and not Course.Plain
            && compression.TryPack(course, framed.Bytes[MessagePrefix.Size..], out var packed, out var length))
        {
            framed.Return();
            return new FramedMessage(packed, length);
        }

        wire.Meter.Sent(size);
        return framed;
    }

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _array.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _array.AsSpan(_written);

    public void Return() => ArrayPool<byte>.Shared.Return(_array);
}
