using System.Globalization;
using System.Text;

namespace Fathom.Records.Reports.Html;

/// <summary>Makes any text safe for an HTML page: escapes markup and makes characters visible that are invisible or reorder the surrounding
/// text.</summary>
internal static class SafeText
{
    public static string Escape(string text)
    {
        var safe = new StringBuilder(text.Length);
        // Enumerating runes turns an unpaired surrogate into U+FFFD.
        foreach (var rune in text.EnumerateRunes())
        {
            switch (rune.Value)
            {
                case '<': safe.Append("&lt;"); break;
                case '>': safe.Append("&gt;"); break;
                case '&': safe.Append("&amp;"); break;
                case '"': safe.Append("&quot;"); break;
                case '\'': safe.Append("&#39;"); break;
                case '\n' or '\t': safe.Append((char)rune.Value); break;
                // Unicode control pictures, so that an escape sequence from a child's standard error is visible.
                case < 0x20: safe.Append((char)(0x2400 + rune.Value)); break;
                case 0x7F: safe.Append('\u2421'); break;
                case >= 0x80 and < 0xA0 or 0x2028 or 0x2029: Named(safe, rune); break;
                case var _ when Reorders(rune.Value): Named(safe, rune); break;
                default: safe.Append(rune.ToString()); break;
            }
        }

        return safe.ToString();
    }

    // Bidirectional marks, embeddings, overrides and isolates (UAX 9), which can make text appear in a misleading order.
    private static bool Reorders(int value) => value is 0x061C or 0x200E or 0x200F or (>= 0x202A and <= 0x202E)
        or (>= 0x2066 and <= 0x2069);

    private static void Named(StringBuilder safe, Rune rune) => safe.Append(CultureInfo.InvariantCulture, $"[U+{rune.Value:X4}]");
}
