using System.Buffers;

namespace Fathom.Wire.Http2.Framing;

/// <summary>The result of <see cref="FrameReader.Read"/>.</summary>
internal enum FrameReadOutcome : byte
{
    /// <summary>All input was read; the next frame is incomplete.</summary>
    NeedMore = 0,
    /// <summary>A complete frame.</summary>
    Frame,
    /// <summary>A frame larger than allowed: FRAME_SIZE_ERROR (RFC 9113 section 4.2).</summary>
    TooLarge,
}

/// <summary>Splits a byte stream into frames. A complete frame in the input is returned in place; only a partial frame is buffered, in a
/// pooled array that is returned once the frame is handled. Owned by one connection.</summary>
internal sealed class FrameReader
{
    private byte[] _buffer = [];
    private int _buffered;
    private bool _bufferReturned;

    /// <summary>The memory held for an incomplete frame, in bytes: at most one frame of the maximum size.</summary>
    public int BufferedBytes => _buffer.Length;

    /// <summary>Whether a frame is incomplete.</summary>
    public bool IsMidFrame => _buffered > 0 && !_bufferReturned;

    /// <summary>Reads the next frame from <paramref name="input"/>.</summary>
    /// <param name="input">The bytes that follow those of the last call; advanced past the bytes read.</param>
    /// <param name="maxFrameSize">The maximum payload, in bytes.</param>
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

    /// <summary>Discards a partial frame and returns its buffer.</summary>
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
