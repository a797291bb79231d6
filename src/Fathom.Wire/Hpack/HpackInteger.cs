namespace Fathom.Wire.Hpack;

/// <summary>Encodes and decodes integers with an N-bit prefix (RFC 7541 section 5.1), 0 to 2^31-1.</summary>
internal static class HpackInteger
{
    /// <summary>Maximum number of bytes of an encoded integer: one prefix byte and five continuation bytes.</summary>
    public const int MaxLength = 6;

    /// <summary>
    /// Reads an integer whose prefix is the low <paramref name="prefixBits"/> bits (1 to 8) of <c>block[position]</c>, and advances
    /// <paramref name="position"/> past it.
    /// </summary>
    /// <returns><see cref="HpackFault.None"/>, <see cref="HpackFault.Truncated"/> or <see cref="HpackFault.IntegerTooLarge"/>.</returns>
    public static HpackFault TryRead(ReadOnlySpan<byte> block, ref int position, int prefixBits, out int value)
    {
        value = 0;
        if ((uint)position >= (uint)block.Length)
        {
            return HpackFault.Truncated;
        }

        var mask = (1 << prefixBits) - 1;
        var prefix = block[position++] & mask;
        if (prefix < mask)
        {
            value = prefix;
            return HpackFault.None;
        }

        long sum = mask;
        for (var shift = 0; shift <= 28; shift += 7)
        {
            if ((uint)position >= (uint)block.Length)
            {
                return HpackFault.Truncated;
            }

            var b = block[position++];
            sum += (long)(b & 0x7f) << shift;
            if (sum > int.MaxValue)
            {
                return HpackFault.IntegerTooLarge;
            }

            if ((b & 0x80) == 0)
            {
                value = (int)sum;
                return HpackFault.None;
            }
        }

        return HpackFault.IntegerTooLarge;
    }

    /// <summary>Writes <paramref name="value"/> (0 or more). The bits above the prefix come from <paramref name="flags"/>.</summary>
    /// <returns>The number of bytes written, at most <see cref="MaxLength"/>.</returns>
    public static int Write(Span<byte> destination, byte flags, int prefixBits, int value)
    {
        var mask = (1 << prefixBits) - 1;
        if (value < mask)
        {
            destination[0] = (byte)(flags | value);
            return 1;
        }

        destination[0] = (byte)(flags | mask);
        var rest = (uint)(value - mask);
        var length = 1;
        while (rest >= 0x80)
        {
            destination[length++] = (byte)(rest | 0x80);
            rest >>= 7;
        }

        destination[length++] = (byte)rest;
        return length;
    }
}
