using System.Buffers;
using Fathom.Transport.Calls;
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

    public ReadOnlyMemory<byte> Bytes => _array.AsMemory(0, _written);

    public static FramedMessage Of<T>(Marshaller<T> marshaller, T message, int? maxSize)
    {
        var size = MessageCodec.Measure(marshaller, message, maxSize);
        var framed = new FramedMessage(MessagePrefix.Size + size);
        MessagePrefix.Write(framed, size);
        marshaller.Write(message, framed);
        return framed._written == framed._size
            ? framed
            : throw new InvalidOperationException(
                $"{marshaller.GetType().Name} said {size} bytes and wrote {framed._written - MessagePrefix.Size}: GetSize and Write must agree.");
    }

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _array.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _array.AsSpan(_written);

    public void Return() => ArrayPool<byte>.Shared.Return(_array);
}
