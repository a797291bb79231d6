namespace Fathom.Wire.Hpack;

/// <summary>
/// The Huffman code of RFC 7541 Appendix B. The code is canonical: codes of one length are consecutive in symbol order and follow the
/// shorter codes, so the lengths alone define it.
/// </summary>
internal static class HuffmanCode
{
    public const int Symbols = 257;
    public const int EndOfString = 256;
    public const int LongestCode = 30;
    public const int ShortestCode = 5;

    private static readonly byte[] Lengths =
    [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ];

    private static readonly uint[] Codes = AssignCodes();

    /// <summary>Returns the length of a symbol's code, 5 to 30 bits.</summary>
    public static int LengthOf(int symbol) => Lengths[symbol];

    /// <summary>Returns the code of a symbol, in the low bits.</summary>
    public static uint CodeOf(int symbol) => Codes[symbol];

    private static uint[] AssignCodes()
    {
        var codes = new uint[Symbols];
        uint next = 0;
        for (var length = ShortestCode; length <= LongestCode; length++)
        {
            for (var symbol = 0; symbol < Symbols; symbol++)
            {
                if (Lengths[symbol] == length)
                {
                    codes[symbol] = next++;
                }
            }

            next <<= 1;
        }

        return codes;
    }
}
