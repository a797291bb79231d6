namespace Fathom.Wire.Grpc;

/// <summary>Makes text of a peer safe for a status, a log or a terminal. Control characters, which could forge a line or control a
/// terminal, and characters that reverse the direction of text are replaced by <c>?</c>.</summary>
internal static class PrintableText
{
    /// <summary>Returns printable text that keeps its line feeds and tabs.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="maxLength">Maximum number of characters; longer text is cut and ends in "...".</param>
    public static string Of(string text, int maxLength = int.MaxValue) => Make(text, maxLength, static c => c is not ('\n' or '\t'));

    /// <summary>Returns printable text in one line.</summary>
    /// <inheritdoc cref="Of"/>
    public static string OneLine(string text, int maxLength) => Make(text, maxLength, static _ => true);

    private static string Make(string text, int maxLength, Func<char, bool> replacesControl)
    {
        ArgumentNullException.ThrowIfNull(text);
        var cut = text.Length > maxLength;
        var shown = cut ? text[..maxLength] : text;
        return (shown.All(c => !IsUnsafe(c) || !replacesControl(c))
            ? shown : string.Concat(shown.Select(c => IsUnsafe(c) && replacesControl(c) ? '?' : c))) + (cut ? "..." : "");
    }

    // Line and paragraph separators, and the embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX 9).
    private static bool IsUnsafe(char c) => char.IsControl(c) || c is '\u2028' or '\u2029' or (>= '\u202a' and <= '\u202e')
        or (>= '\u2066' and <= '\u2069');
}
