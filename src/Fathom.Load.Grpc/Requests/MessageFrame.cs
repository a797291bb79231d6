using System.Buffers;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Requests;

/// <summary>Request messages with their prefixes, compressed where that makes them smaller. Owned by one framer; its buffer grows to the
/// largest message.</summary>
/// <param name="compression">How messages are compressed.</param>
internal sealed class MessageFrame(MessageCompression compression)
{
    private readonly ArrayBufferWriter<byte> _plain = new();
    private readonly ArrayBufferWriter<byte> _compressed = new();
    private byte[] _bytes = new byte[1024];

    /// <summary>Bytes that were added and not taken.</summary>
    public int Length { get; private set; }

    /// <summary>Adds a message.</summary>
    public void Add(ReadOnlyMemory<byte> message)
    {
        if (compression.Codec is { } codec && Compress(codec, message) is { } compressed && compressed.Length < message.Length)
        {
            Add(compressed.Span, isCompressed: true);
        }
        else
        {
            Add(message.Span, isCompressed: false);
        }
    }

    /// <summary>Takes what was added; valid until the next message.</summary>
    public Span<byte> Take()
    {
        var taken = _bytes.AsSpan(0, Length);
        Length = 0;
        return taken;
    }

    // The same message again, which most runs send, is compressed once.
    private ReadOnlyMemory<byte> Compress(Codec codec, ReadOnlyMemory<byte> message)
    {
        if (!message.Span.SequenceEqual(_plain.WrittenSpan) || message.IsEmpty)
        {
            _plain.ResetWrittenCount();
            _plain.Write(message.Span);
            _compressed.ResetWrittenCount();
            codec.Compress(new ReadOnlySequence<byte>(message), _compressed, compression.Level);
        }

        return _compressed.WrittenMemory;
    }

    private void Add(ReadOnlySpan<byte> message, bool isCompressed)
    {
        var size = Length + MessagePrefix.Size + message.Length;
        if (_bytes.Length < size)
        {
            Array.Resize(ref _bytes, Math.Max(size, _bytes.Length * 2));
        }

        MessagePrefix.Write(_bytes.AsSpan(Length), message.Length, isCompressed);
        message.CopyTo(_bytes.AsSpan(Length + MessagePrefix.Size));
        Length = size;
    }
}
