using System.Buffers;

namespace Fathom.Wire.Http2.Framing;

/// <summary>What <see cref="FrameReader.Read"/> found.</summary>
internal enum FrameReadOutcome : byte
{
    /// <summary>All input was taken; a frame is incomplete or none began.</summary>
    NeedMore = 0,
    /// <summary>A whole frame.</summary>
    Frame,
    /// <summary>A frame larger than allowed: FRAME_SIZE_ERROR (RFC 9113 section 4.2).</summary>
    TooLarge,
}

/// <summary>
/// Cuts a byte stream into frames. A frame that lies whole in the input is handed out in place; only the part of a frame is kept between
/// inputs, in a pooled array given back as soon as the frame is whole and handled. Owned by one connection.
/// </summary>
internal sealed class FrameReader
{
    private byte[] _buffer = [];
    private int _buffered;
    private bool _bufferReturned;

    /// <summary>Bytes of memory held for an incomplete frame: at most a frame of the largest size.</summary>
    public int BufferedBytes => _buffer.Length;

    /// <summary>Whether a frame has begun whose end has not come.</summary>
    public bool IsMidFrame => _buffered > 0 && !_bufferReturned;

    /// <summary>Takes the next frame off the front of <paramref name="input"/>.</summary>
    /// <param name="input">The bytes that follow those of the last call; shortened by what was taken.</param>
    /// <param name="maxFrameSize">The largest payload allowed, in bytes.</param>
    /// <param name="header">The frame's header, for <see cref="FrameReadOutcome.Frame"/> and
    /// <see cref="FrameReadOutcome.TooLarge"/>.</param>
    /// <param name="payload">The frame's payload, valid until the next call and while the input is.</param>
    public FrameReadOutcome Read(ref ReadOnlySpan<byte> input, int maxFrameSize, out FrameHeader header, out ReadOnlySpan<byte> payload)
    {
        if (_bufferReturned)
        {
            Release();
        }

        header = default;
        payload = default;
        if (_buffered > 0)
        {
            return Resume(ref input, maxFrameSize, out header, out payload);
        }

        if (input.Length < FrameHeader.Size)
        {
            Buffer(ref input, FrameHeader.Size, input.Length);
            return FrameReadOutcome.NeedMore;
        }

        header = FrameHeader.Read(input);
        if (header.Length > maxFrameSize)
        {
            return FrameReadOutcome.TooLarge;
        }

        var whole = FrameHeader.Size + header.Length;
        if (input.Length < whole)
        {
            Buffer(ref input, whole, input.Length);
            return FrameReadOutcome.NeedMore;
        }

        payload = input[FrameHeader.Size..whole];
        input = input[whole..];
        return FrameReadOutcome.Frame;
    }

    /// <summary>Gives the kept part back to the pool; the reader starts at a frame's beginning again.</summary>
    public void Release()
    {
        if (_buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
        }

        (_buffer, _buffered, _bufferReturned) = ([], 0, false);
    }

    private FrameReadOutcome Resume(ref ReadOnlySpan<byte> input, int maxFrameSize, out FrameHeader header, out ReadOnlySpan<byte> payload)
    {
        header = default;
        payload = default;
        if (_buffered < FrameHeader.Size)
        {
            Buffer(ref input, FrameHeader.Size, Math.Min(input.Length, FrameHeader.Size - _buffered));
            if (_buffered < FrameHeader.Size)
            {
                return FrameReadOutcome.NeedMore;
            }
        }

        header = FrameHeader.Read(_buffer);
        if (header.Length > maxFrameSize)
        {
            return FrameReadOutcome.TooLarge;
        }

        var whole = FrameHeader.Size + header.Length;
        Buffer(ref input, whole, Math.Min(input.Length, whole - _buffered));
        if (_buffered < whole)
        {
            return FrameReadOutcome.NeedMore;
        }

        _bufferReturned = true;
        payload = _buffer.AsSpan(FrameHeader.Size, header.Length);
        return FrameReadOutcome.Frame;
    }

    private void Buffer(ref ReadOnlySpan<byte> input, int whole, int taken)
    {
        if (taken == 0)
        {
            return;
        }

        if (_buffer.Length < whole)
        {
            var larger = ArrayPool<byte>.Shared.Rent(whole);
            _buffer.AsSpan(0, _buffered).CopyTo(larger);
            if (_buffer.Length > 0)
            {
                ArrayPool<byte>.Shared.Return(_buffer);
            }

            _buffer = larger;
        }

        input[..taken].CopyTo(_buffer.AsSpan(_buffered));
        _buffered += taken;
        input = input[taken..];
    }
}
