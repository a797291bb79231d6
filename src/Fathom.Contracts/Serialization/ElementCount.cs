using System.Numerics;
using System.Runtime.Intrinsics;

namespace Fathom.Contracts.Serialization;

/// <summary>Counts the elements of a repeated field in the current segment of the input.</summary>
internal static class ElementCount
{
    /// <summary>
    /// Counts consecutive length-delimited elements of a repeated field; the result is 1 or more. <paramref name="bytes"/> starts at the
    /// length prefix of the first element. Skips from one length prefix to the next, and stops at malformed input, which the reader reports
    /// later.
    /// </summary>
    public static int OfTagged(ReadOnlySpan<byte> bytes, uint tag)
    {
        var count = 1;
        while (TryTakeVarint(ref bytes, out var length) && length < (ulong)bytes.Length)
        {
            bytes = bytes[(int)length..];
            if (!TryTakeVarint(ref bytes, out var next) || next != tag)
            {
                break;
            }

            count++;
        }

        return count;
    }

    /// <summary>Counts the varints of a packed list: each ends with its only byte below 0x80.</summary>
    public static int OfVarints(ReadOnlySpan<byte> bytes)
    {
        var continued = 0;
        var i = 0;
        for (; i <= bytes.Length - Vector128<byte>.Count; i += Vector128<byte>.Count)
        {
            continued += BitOperations.PopCount(Vector128.Create(bytes[i..]).ExtractMostSignificantBits());
        }

        for (; i < bytes.Length; i++)
        {
            continued += bytes[i] >> 7;
        }

        return bytes.Length - continued;
    }

    private static bool TryTakeVarint(ref ReadOnlySpan<byte> bytes, out ulong value)
    {
        const int Longest = 5;
        value = 0;
        for (var i = 0; i < Longest && i < bytes.Length; i++)
        {
            value |= (ulong)(bytes[i] & 0x7F) << (7 * i);
            if (bytes[i] < 0x80)
            {
                bytes = bytes[(i + 1)..];
                return true;
            }
        }

        return false;
    }
}
