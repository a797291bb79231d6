namespace Fathom.Wire.Hpack;

/// <summary>
/// Decodes Huffman strings (RFC 7541 section 5.2). Codes of up to ten bits, which cover common text, need one table look-up. Longer codes
/// are found by comparison with the last code of each length.
/// </summary>
internal static class HuffmanDecoder
{
    private const int FastBits = 10;

    // Indexed by the next ten bits: (length << 8 | symbol), or 0 when the code is longer.
    private static readonly ushort[] Fast = BuildFast();

    // Indexed by code length: the end of the length's codes and its first code, both left-aligned to 30 bits, and its symbols in code
    // order.
    private static readonly uint[] Limit = new uint[HuffmanCode.LongestCode + 1];
    private static readonly uint[] First = new uint[HuffmanCode.LongestCode + 1];
    private static readonly ushort[][] SymbolsOfLength = BuildLong();

    /// <summary>Returns the maximum number of bytes that <paramref name="length"/> encoded bytes decode to; the shortest code has five
    /// bits.</summary>
    public static int MaxDecodedLength(int length) => (int)(length * 8L / HuffmanCode.ShortestCode);

    /// <summary>Decodes <paramref name="source"/> into <paramref name="destination"/>, which must have room for
    /// <see cref="MaxDecodedLength"/> bytes.</summary>
    /// <returns>The number of bytes written, or -1 when the string contains EOS or its padding is not a prefix of EOS of at most 7
    /// bits.</returns>
    public static int TryDecode(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ulong bits = 0;
        var count = 0;
        var position = 0;
        var written = 0;
        while (true)
        {
            while (count <= 56 && position < source.Length)
            {
                bits = (bits << 8) | source[position++];
                count += 8;
            }

            // The window holds the next 30 bits, filled with ones beyond the end of the string, like padding.
            var window = count >= HuffmanCode.LongestCode
                ? (uint)(bits >> (count - HuffmanCode.LongestCode)) & 0x3fffffff
                : (uint)((bits << (HuffmanCode.LongestCode - count)) | ((1u << (HuffmanCode.LongestCode - count)) - 1)) & 0x3fffffff;
            var entry = Fast[window >> (HuffmanCode.LongestCode - FastBits)];
            var length = entry >> 8;
            var symbol = entry & 0xff;
            if (entry == 0)
            {
                (length, symbol) = FindLong(window);
            }

            if (length > count)
            {
                return count < 8 && window == 0x3fffffff ? written : -1;
            }

            if (symbol == HuffmanCode.EndOfString)
            {
                return -1;
            }

            destination[written++] = (byte)symbol;
            count -= length;
        }
    }

    private static (int Length, int Symbol) FindLong(uint window)
    {
        var length = FastBits + 1;
        while (window >= Limit[length])
        {
            length++;
        }

        return (length, SymbolsOfLength[length][(window - First[length]) >> (HuffmanCode.LongestCode - length)]);
    }

    private static ushort[] BuildFast()
    {
        var table = new ushort[1 << FastBits];
        for (var symbol = 0; symbol < HuffmanCode.EndOfString; symbol++)
        {
            var length = HuffmanCode.LengthOf(symbol);
            if (length > FastBits)
            {
                continue;
            }

            var start = (int)HuffmanCode.CodeOf(symbol) << (FastBits - length);
            table.AsSpan(start, 1 << (FastBits - length)).Fill((ushort)((length << 8) | symbol));
        }

        return table;
    }

    private static ushort[][] BuildLong()
    {
        var symbols = new ushort[HuffmanCode.LongestCode + 1][];
        for (var length = FastBits + 1; length <= HuffmanCode.LongestCode; length++)
        {
            symbols[length] = [.. Enumerable.Range(0, HuffmanCode.Symbols).Where(s => HuffmanCode.LengthOf(s) == length)
                .Select(s => (ushort)s)];
            if (symbols[length].Length > 0)
            {
                First[length] = HuffmanCode.CodeOf(symbols[length][0]) << (HuffmanCode.LongestCode - length);
                Limit[length] = (HuffmanCode.CodeOf(symbols[length][^1]) + 1) << (HuffmanCode.LongestCode - length);
            }
        }

        return symbols;
    }
}
