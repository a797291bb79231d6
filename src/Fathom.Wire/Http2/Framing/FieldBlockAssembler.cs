using System.Buffers;

namespace Fathom.Wire.Http2.Framing;

/// <summary>
/// Puts a field block together from HEADERS and CONTINUATION (RFC 9113 section 6.10) within the limits for both. One that fits in its
/// HEADERS never comes here. Owned by one connection; gives its memory back with each block.
/// </summary>
internal sealed class FieldBlockAssembler(Http2Limits limits)
{
    private byte[] _bytes = [];
    private int _length;
    private int _frames;

    /// <summary>The stream whose block is incomplete; 0 where none is.</summary>
    public int StreamId { get; private set; }

    /// <summary>Whether END_STREAM came with the HEADERS.</summary>
    public bool EndStream { get; private set; }

    /// <summary>The block so far.</summary>
    public ReadOnlySpan<byte> Block => _bytes.AsSpan(0, _length);

    /// <summary>Bytes of memory held.</summary>
    public int AllocatedBytes => _bytes.Length;

    /// <summary>Begins with the part in HEADERS.</summary>
    public Http2Fault Begin(int streamId, bool endStream, ReadOnlySpan<byte> part)
    {
        (StreamId, EndStream, _length, _frames) = (streamId, endStream, 0, 0);
        return Append(part);
    }

    /// <summary>Adds the part in CONTINUATION.</summary>
    public Http2Fault Continue(ReadOnlySpan<byte> part) =>
        ++_frames > limits.MaxContinuationFrames ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxContinuationFrames)) : Append(part);

    /// <summary>Ends the block and gives its memory back.</summary>
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
