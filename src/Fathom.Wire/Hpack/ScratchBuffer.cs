using System.Buffers;
using System.Numerics;

namespace Fathom.Wire.Hpack;

/// <summary>
/// Room to decode a string in: small, and then kept for the next one, or large, and then pooled until <see cref="Return"/>, so that one
/// long string does not cost memory for as long as its connection lives. Composed by value into a decoder, which owns it.
/// </summary>
internal struct ScratchBuffer()
{
    private const int MaxRetained = 256;

    private byte[] _bytes = [];

    /// <summary>Bytes of memory held.</summary>
    public readonly int AllocatedBytes => _bytes.Length;

    /// <summary>Room for <paramref name="size"/> bytes or more; what was there before is lost.</summary>
    public byte[] Rent(int size)
    {
        if (_bytes.Length < size)
        {
            Return();
            _bytes = size <= MaxRetained ? new byte[BitOperations.RoundUpToPowerOf2((uint)size)] : ArrayPool<byte>.Shared.Rent(size);
        }

        return _bytes;
    }

    /// <summary>Gives large room back; nothing may refer to it any more.</summary>
    public void Return()
    {
        if (_bytes.Length > MaxRetained)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = [];
        }
    }
}
