using System.Buffers;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>One message with its prefix, in a pooled array and memory borrowed from the marshaller. Owned by the write that sends it, which
/// returns it.</summary>
internal sealed class FramedMessage : IBufferWriter<byte>
{
    private readonly byte[] _array;
    private readonly int _size;
    private readonly BorrowedMessage? _borrowed;
    private int _written;

    private FramedMessage(int size)
    {
        _size = size;
        _array = ArrayPool<byte>.Shared.Rent(size);
    }

    private FramedMessage(byte[] array, int written) =>
        (_array, _size, _written, Sequence) = (array, written, written, new ReadOnlySequence<byte>(array, 0, written));

    private FramedMessage(int size, BorrowedMessage lent) => (_array, _size, _borrowed) = ([], size, lent);

    /// <summary>All bytes in one piece, for a message without borrowed memory.</summary>
    public ReadOnlyMemory<byte> Bytes => _array.AsMemory(0, _written);

    /// <summary>All bytes.</summary>
    public ReadOnlySequence<byte> Sequence { get; private set; }

    /// <summary>Serializes a message behind its prefix and counts it. Compressed when <paramref name="compression"/> makes it
    /// smaller.</summary>
    /// <param name="marshaller">The marshaller of the message type.</param>
    /// <param name="message">The message.</param>
    /// <param name="maxSize">Maximum size in bytes; null: no limit.</param>
    /// <param name="wire">Counts the message.</param>
    /// <param name="compression">Compresses the message; null: not compressed.</param>
    /// <param name="lends">Whether memory of the message can be borrowed until the message is returned.</param>
    public static FramedMessage Create<T>(Marshaller<T> marshaller, T message, int? maxSize, MessageCompressor wire,
        CallCompressor? compression,
        bool lends = false)
    {
        var size = MessageSerializer.GetSize(marshaller, message, maxSize);
        var framed = lends && size >= marshaller.ZeroCopyThreshold
            ? new FramedMessage(MessagePrefix.Size + size, new BorrowedMessage())
            : new FramedMessage(MessagePrefix.Size + size);
        framed.Write(marshaller, message, size);
        if (compression?.Decide(size) is { } decision and not CompressionDecision.Plain
            && compression.TryCompress(decision, framed.Sequence.Slice(MessagePrefix.Size), out var packed, out var length))
        {
            framed.Return();
            return new FramedMessage(packed, length);
        }

        wire.Meter.AddSent(size);
        return framed;
    }

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _array.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _array.AsSpan(_written);

    public void Return()
    {
        if (_borrowed is null)
        {
            ArrayPool<byte>.Shared.Return(_array);
        }
        else
        {
            _borrowed.Return();
        }
    }

    private void Write<T>(Marshaller<T> marshaller, T message, int size)
    {
        var output = _borrowed ?? (IBufferWriter<byte>)this;
        MessagePrefix.Write(output, size);
        marshaller.Serialize(message, output);
        Sequence = _borrowed?.Sequence ?? new ReadOnlySequence<byte>(Bytes);
        if (Sequence.Length != _size)
        {
            throw new InvalidOperationException(
                $"{marshaller.GetType().Name}: GetSize returned {size} bytes and Serialize wrote "
                    + $"{Sequence.Length - MessagePrefix.Size}: they must be equal.");
        }
    }
}
