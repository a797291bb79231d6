using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>
/// A stream that reads a sequence of bytes, the last one only when all others have been: a reader that found the end of its format
/// before them leaves it, and <see cref="IsAtEnd"/> tells. Used again and again by the thread that owns it, between <see cref="Begin"/> and
/// <see cref="End"/>.
/// </summary>
internal sealed class SequenceStream : UnseekableStream
{
    private ReadOnlySequence<byte> _rest;

    /// <summary>True when everything was read.</summary>
    public bool IsAtEnd => _rest.IsEmpty;

    /// <summary>True when more was asked for than there is: the reader had not found the end of its format.</summary>
    public bool WasReadPastEnd { get; private set; }

    public override bool CanRead => true;

    public override bool CanWrite => false;

    public void Begin(in ReadOnlySequence<byte> bytes)
    {
        _rest = bytes;
        WasReadPastEnd = false;
    }

    public void End() => _rest = default;

    public override int Read(Span<byte> buffer)
    {
        var count = (int)Math.Min(buffer.Length, Math.Max(_rest.Length - 1, Math.Min(_rest.Length, 1)));
        WasReadPastEnd |= _rest.IsEmpty;
        _rest.Slice(0, count).CopyTo(buffer);
        _rest = _rest.Slice(count);
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));
}
