namespace Fathom.Wire.Hpack;

/// <summary>Encodes strings with the Huffman code of RFC 7541 Appendix B.</summary>
internal static class HuffmanEncoder
{
    /// <summary>Returns the encoded length of <paramref name="text"/>, in bytes.</summary>
    public static int EncodedLength(ReadOnlySpan<byte> text)
    {
        long bits = 0;
        foreach (var b in text)
        {
            bits += HuffmanCode.LengthOf(b);
        }

        return (int)((bits + 7) / 8);
    }

    /// <summary>Encodes <paramref name="text"/> into <paramref name="destination"/>, which must have room for <see cref="EncodedLength"/>
    /// bytes.</summary>
    /// <returns>The number of bytes written.</returns>
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
            // The padding is the most significant bits of EOS, which are ones.
            destination[written++] = (byte)((bits << (8 - count)) | (0xffu >> count));
        }

        return written;
    }
}
