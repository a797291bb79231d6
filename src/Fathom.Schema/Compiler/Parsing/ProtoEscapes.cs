using System.Globalization;
using System.Text;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>The escapes of strings, in both directions.</summary>
internal static class ProtoEscapes
{
    private const string Letters = "abfnrtv\\'\"?";
    private const string Values = "\a\b\f\n\r\t\v\\'\"?";

    /// <summary>The bytes of a string.</summary>
    /// <exception cref="ProtoSyntaxException">An escape is unknown, or no code point.</exception>
    public static byte[] Read(string text, ProtoPlace place)
    {
        using var bytes = new MemoryStream();
        for (var at = 0; at < text.Length;)
        {
            if (text[at] != '\\')
            {
                var plain = text.AsSpan(at);
                plain = plain[..(plain.IndexOf('\\') is >= 0 and var end ? end : plain.Length)];
                bytes.Write(Encoding.UTF8.GetBytes(plain.ToString()));
                at += plain.Length;
                continue;
            }

            at += 1;
            var known = Letters.IndexOf(text[at], StringComparison.Ordinal);
            if (known >= 0)
            {
                bytes.WriteByte((byte)Values[known]);
                at++;
            }
            else
            {
                at = ReadCode(text, at, bytes) ?? throw new ProtoSyntaxException(place, "the string has an escape that is not known");
            }
        }

        return bytes.ToArray();
    }

    /// <summary>Bytes as a default of the type bytes has them in a descriptor.</summary>
    public static string Write(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder();
        foreach (var value in bytes)
        {
            text.Append(value switch
            {
                (byte)'\n' => "\\n",
                (byte)'\r' => "\\r",
                (byte)'\t' => "\\t",
                (byte)'"' or (byte)'\'' or (byte)'\\' => $"\\{(char)value}",
                >= (byte)' ' and <= (byte)'~' => $"{(char)value}",
                _ => $"\\{Convert.ToString(value, 8).PadLeft(3, '0')}",
            });
        }

        return text.ToString();
    }

    // \101, \x41, \u0041, \U00000041: where the escape ends, or null.
    private static int? ReadCode(string text, int at, MemoryStream bytes)
    {
        var (start, least, most, isUnicode) = text[at] switch
        {
            'x' or 'X' => (at + 1, 1, 2, false),
            'u' => (at + 1, 4, 4, true),
            'U' => (at + 1, 8, 8, true),
            _ => (at, 1, 3, false),
        };
        var isOctal = start == at;
        var end = start;
        while (end < text.Length && end - start < most && (isOctal ? text[end] is >= '0' and <= '7' : char.IsAsciiHexDigit(text[end])))
        {
            end++;
        }

        if (end - start < least)
        {
            return null;
        }

        var digits = text[start..end];
        var code = isOctal ? Convert.ToUInt32(digits, 8) : uint.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        if (isUnicode)
        {
            if (!Rune.TryCreate(code, out var rune))
            {
                return null;
            }

            bytes.Write(Encoding.UTF8.GetBytes(rune.ToString()));
            return end;
        }

        bytes.WriteByte((byte)code);
        return code > byte.MaxValue ? null : end;
    }
}
