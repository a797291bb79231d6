using System.Buffers;

namespace Fathom.Wire.Http2.Framing;

/// <summary>
/// Assembles a field block from HEADERS and CONTINUATION (RFC 9113 section 6.10) and limits its size and number of frames. Used only for
/// blocks that do not fit in their HEADERS frame. Owned by one connection; returns its memory after each block.
/// </summary>
internal sealed class FieldBlockAssembler(Http2Limits limits)
{
    private byte[] _bytes = [];
    private int _length;
    private int _frames;

    /// <summary>The stream whose block is incomplete, or 0.</summary>
    public int StreamId { get; private set; }

    /// <summary>Whether the HEADERS frame has END_STREAM.</summary>
    public bool EndStream { get; private set; }

    /// <summary>The bytes of the block received so far.</summary>
    public ReadOnlySpan<byte> Block => _bytes.AsSpan(0, _length);

    /// <summary>The memory held, in bytes.</summary>
    public int AllocatedBytes => _bytes.Length;

    /// <summary>Starts a block with the fragment of a HEADERS frame.</summary>
    /// <returns>The limit that was exceeded, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault Begin(int streamId, bool endStream, ReadOnlySpan<byte> part)
    {
        (StreamId, EndStream, _length, _frames) = (streamId, endStream, 0, 0);
        return Append(part);
    }

    /// <summary>Appends the fragment of a CONTINUATION frame.</summary>
    /// <returns>The limit that was exceeded, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault Continue(ReadOnlySpan<byte> part) =>
        ++_frames > limits.MaxContinuationFrames ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxContinuationFrames)) : Append(part);

    /// <summary>Ends the block and returns its memory to the pool.</summary>
    public void Release()
    {
        if (_bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
        }

        (_bytes, _length, StreamId) = ([], 0, 0);
    }

    private Http2Fault Append(ReadOnlySpan<byte> part)
    {
        if (_length + part.Length > limits.MaxHeaderBlockBytes)
        {
            return Http2Fault.LimitExceeded(nameof(Http2Limits.MaxHeaderBlockBytes));
        }

        if (_length + part.Length > _bytes.Length)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(_length + part.Length, 2 * _bytes.Length));
            Block.CopyTo(larger);
            if (_bytes.Length > 0)
            {
                ArrayPool<byte>.Shared.Return(_bytes);
            }

            _bytes = larger;
        }

        part.CopyTo(_bytes.AsSpan(_length));
        _length += part.Length;
        return Http2Fault.None;
    }
}
