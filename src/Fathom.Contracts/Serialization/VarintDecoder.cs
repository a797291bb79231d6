using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>Decodes a varint within one segment (protobuf, "Encoding").</summary>
internal static class VarintDecoder
{
    private const ulong ContinuationBits = 0x8080_8080_8080_8080;
    private const int MaxLength = 10;

    /// <summary>
    /// Decodes the varint at the start of <paramref name="bytes"/>. Returns false if the varint does not end in them: it is truncated,
    /// continues in the next segment, or is longer than 10 bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecode(ReadOnlySpan<byte> bytes, out ulong value, out int length)
    {
        if (bytes.Length >= sizeof(ulong))
        {
            // Decodes up to eight bytes at once, without a branch for each byte.
            var word = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
            var last = BitOperations.TrailingZeroCount(~word & ContinuationBits);
            if (last < 8 * sizeof(ulong))
            {
                length = (last / 8) + 1;
                value = Join7(word & (ulong.MaxValue >> (63 - last)));
                return true;
            }
        }

        value = 0;
        for (length = 1; length <= bytes.Length && length <= MaxLength; length++)
        {
            var next = bytes[length - 1];
            value |= (ulong)(next & 0x7F) << (7 * (length - 1));
            if (next < 0x80)
            {
                return true;
            }
        }

        return false;
    }

    // Joins the lower 7 bits of 8 bytes: first of pairs of bytes, then of four bytes, then of all.
    private static ulong Join7(ulong bytes)
    {
        bytes &= ~ContinuationBits;
        bytes = (bytes & 0x007F_007F_007F_007F) | ((bytes & 0x7F00_7F00_7F00_7F00) >> 1);
        bytes = (bytes & 0x0000_3FFF_0000_3FFF) | ((bytes & 0x3FFF_0000_3FFF_0000) >> 2);
        return (bytes & 0x0FFF_FFFF) | ((bytes & 0x0FFF_FFFF_0000_0000) >> 4);
    }
}
