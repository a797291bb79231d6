namespace Fathom.Wire.Hpack;

/// <summary>Encodes strings with the Huffman code of RFC 7541 Appendix B.</summary>
internal static class HuffmanEncoder
{
    /// <summary>Bytes that <paramref name="text"/> takes encoded.</summary>
    public static int EncodedLength(ReadOnlySpan<byte> text)
    {
        long bits = 0;
        foreach (var b in text)
        {
            bits += HuffmanCode.LengthOf(b);
        }

        return (int)((bits + 7) / 8);
    }

    /// <summary>Writes <paramref name="text"/> encoded into <paramref name="destination"/>, which must hold <see cref="EncodedLength"/>
    /// bytes.</summary>
    /// <returns>Bytes written.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        ulong bits = 0;
        var count = 0;
        var written = 0;
        foreach (var b in text)
        {
            var length = HuffmanCode.LengthOf(b);
            bits = (bits << length) | HuffmanCode.CodeOf(b);
            count += length;
            while (count >= 8)
            {
                count -= 8;
                destination[written++] = (byte)(bits >> count);
            }
        }

        if (count > 0)
        {
            // Padded with the most significant bits of EOS, which are ones.
            destination[written++] = (byte)((bits << (8 - count)) | (0xffu >> count));
        }

        return written;
    }
}
