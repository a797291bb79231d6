using System.Buffers;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Requests;

/// <summary>A request message with its prefix, compressed where that makes it smaller. Owned by one framer; its buffer grows to the largest
/// message.</summary>
/// <param name="compression">How messages are compressed.</param>
internal sealed class MessageFrame(MessageCompression compression)
{
    private readonly ArrayBufferWriter<byte> _plain = new();
    private readonly ArrayBufferWriter<byte> _compressed = new();
    private byte[] _bytes = new byte[1024];

    /// <summary>Writes a message; the result is valid until the next one.</summary>
    public Span<byte> Write(ReadOnlyMemory<byte> message)
    {
        if (compression.Codec is { } codec && Compress(codec, message) is { } compressed && compressed.Length < message.Length)
        {
            return Write(compressed.Span, isCompressed: true);
        }

        return Write(message.Span, isCompressed: false);
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

    private Span<byte> Write(ReadOnlySpan<byte> message, bool isCompressed)
    {
        var size = MessagePrefix.Size + message.Length;
        if (_bytes.Length < size)
        {
            _bytes = new byte[Math.Max(size, _bytes.Length * 2)];
        }

        MessagePrefix.Write(_bytes, message.Length, isCompressed);
        message.CopyTo(_bytes.AsSpan(MessagePrefix.Size));
        return _bytes.AsSpan(0, size);
    }
}
