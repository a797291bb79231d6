using System.Buffers;
using System.Numerics;

namespace Fathom.Wire.Hpack;

/// <summary>
/// A buffer for one decoded string. A small buffer (up to 256 bytes) is kept for the next string. A larger one comes from the pool and is
/// returned by <see cref="Return"/>, so that one long string does not use memory for the lifetime of its connection. Composed by value into
/// the decoder that owns it.
/// </summary>
internal struct ScratchBuffer()
{
    private const int MaxRetained = 256;

    private byte[] _bytes = [];

    /// <summary>The memory that the buffer holds, in bytes.</summary>
    public readonly int AllocatedBytes => _bytes.Length;

    /// <summary>Returns an array of at least <paramref name="size"/> bytes. The previous content is lost.</summary>
    public byte[] Rent(int size)
    {
        if (_bytes.Length < size)
        {
            Return();
            _bytes = size <= MaxRetained ? new byte[BitOperations.RoundUpToPowerOf2((uint)size)] : ArrayPool<byte>.Shared.Rent(size);
        }

        return _bytes;
    }

    /// <summary>Returns a pooled buffer to the pool. Spans into it must not be used afterwards.</summary>
    public void Return()
    {
        if (_bytes.Length > MaxRetained)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = [];
        }
    }
}
