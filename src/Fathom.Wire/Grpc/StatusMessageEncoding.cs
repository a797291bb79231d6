using System.Buffers;
using System.Globalization;
using System.Text;

namespace Fathom.Wire.Grpc;

/// <summary>
/// Percent-encoding of <c>grpc-message</c> (gRPC doc/PROTOCOL-HTTP2.md): UTF-8 bytes outside 0x20 to 0x7E and <c>%</c> are encoded as
/// <c>%XX</c>.
/// </summary>
internal static class StatusMessageEncoding
{
    private const string Cut = "...";
    private const string HexDigits = "0123456789ABCDEF";

    private static readonly SearchValues<char> Plain = SearchValues.Create(
        [.. Enumerable.Range(0x20, 0x7f - 0x20).Select(code => (char)code).Where(c => c != '%')]);

    /// <summary>Encodes <paramref name="detail"/>. An unpaired surrogate is encoded as U+FFFD.</summary>
    /// <param name="detail">Any text.</param>
    /// <param name="maxLength">Maximum length of the result, at least 3. A longer one is cut between two characters and ends in "...". What
    /// is cut costs no time.</param>
    public static string Encode(string detail, int maxLength = int.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(detail);
        if (detail.Length <= maxLength && !detail.AsSpan().ContainsAnyExcept(Plain))
        {
            return detail;
        }

        var encoded = new StringBuilder(Math.Min(detail.Length, maxLength) + 16);
        var whole = 0;
        Span<byte> octets = stackalloc byte[4];
        foreach (var rune in detail.EnumerateRunes())
        {
            foreach (var octet in octets[..rune.EncodeToUtf8(octets)])
            {
                if (octet is >= 0x20 and <= 0x7e and not (byte)'%')
                {
                    encoded.Append((char)octet);
                }
                else
                {
                    encoded.Append('%').Append(HexDigits[octet >> 4]).Append(HexDigits[octet & 0xf]);
                }
            }

            if (encoded.Length > maxLength)
            {
                encoded.Length = whole;
                return encoded.Append(Cut).ToString();
            }

            // The end of what leaves room for the mark.
            whole = encoded.Length <= maxLength - Cut.Length ? encoded.Length : whole;
        }

        return encoded.ToString();
    }

    /// <summary>
    /// Decodes <paramref name="value"/>. As the specification requires, decoding never fails: a <c>%</c> without two hexadecimal digits is
    /// kept, and bytes that are not UTF-8 become U+FFFD.
    /// </summary>
    public static string Decode(string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.Contains('%'))
        {
            return value;
        }

        var octets = new ArrayBufferWriter<byte>(value.Length);
        var rest = value.AsSpan();
        while (!rest.IsEmpty)
        {
            if (rest.Length >= 3 && rest[0] == '%' && char.IsAsciiHexDigit(rest[1]) && char.IsAsciiHexDigit(rest[2]))
            {
                octets.Write([byte.Parse(rest[1..3], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)]);
                rest = rest[3..];
                continue;
            }

            var next = rest[1..].IndexOf('%');
            var run = next < 0 ? rest : rest[..(next + 1)];
            octets.Advance(Encoding.UTF8.GetBytes(run, octets.GetSpan(Encoding.UTF8.GetMaxByteCount(run.Length))));
            rest = rest[run.Length..];
        }

        return Encoding.UTF8.GetString(octets.WrittenSpan);
    }
}
