using System.Buffers;
using System.Globalization;
using System.Text;

namespace Fathom.Wire.Grpc;

/// <summary>Makes text of a peer safe for a status, a log or a terminal: control characters could forge a line or control a terminal, and
/// bidirectional ones show text in another order than it has.</summary>
internal static class PrintableText
{
    // C0 and C1, line and paragraph separators, and what Unicode lists as Bidi_Control (PropList, UAX 9).
    private static readonly SearchValues<char> Unsafe = SearchValues.Create([.. Enumerable.Range(0, char.MaxValue + 1)
        .Select(c => (char)c).Where(c => char.IsControl(c) || c is '\u061c' or '\u200e' or '\u200f' or (>= '\u2028' and <= '\u202e')
            or (>= '\u2066' and <= '\u2069'))]);

    /// <summary>Returns printable text that keeps its lines and tabs. Other characters are replaced by <c>?</c>.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="maxLength">Maximum number of characters; longer text is cut and ends in "...".</param>
    public static string Of(string text, int maxLength = int.MaxValue) => Make(text, maxLength, static (c, i) => !IsLayout(c, i));

    /// <summary>Returns printable text in one line. Other characters are replaced by <c>?</c>.</summary>
    /// <inheritdoc cref="Of"/>
    public static string OneLine(string text, int maxLength = int.MaxValue) => Make(text, maxLength, static (_, _) => true);

    /// <summary>Returns the text for a terminal: with its lines and tabs, and with every other unsafe character as <c>\uXXXX</c>, which
    /// inside a string of JSON is the same character.</summary>
    public static string Escape(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var escaped = new StringBuilder();
        var from = 0;
        for (var i = 0; i < text.Length; i++)
        {
            var next = text.AsSpan(i).IndexOfAny(Unsafe);
            if (next < 0)
            {
                break;
            }

            i += next;
            if (IsLayout(text, i))
            {
                continue;
            }

            escaped.Append(text, from, i - from).Append("\\u").Append(((int)text[i]).ToString("x4", CultureInfo.InvariantCulture));
            from = i + 1;
        }

        return from == 0 ? text : escaped.Append(text, from, text.Length - from).ToString();
    }

    private static bool IsLayout(string text, int at) => text[at] is '\n' or '\t' || text.AsSpan(at).StartsWith("\r\n");

    private static string Make(string text, int maxLength, Func<string, int, bool> isReplaced)
    {
        ArgumentNullException.ThrowIfNull(text);
        var cut = text.Length > maxLength;
        var shown = cut ? text[..maxLength] : text;
        return (shown.AsSpan().ContainsAny(Unsafe)
            ? string.Concat(shown.Select((c, i) => Unsafe.Contains(c) && isReplaced(shown, i) ? '?' : c)) : shown) + (cut ? "..." : "");
    }
}
