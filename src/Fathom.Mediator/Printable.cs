namespace Fathom.Mediator;

/// <summary>Makes untrusted text safe for headers and log lines: printable ASCII, and in a log at most 120 characters.</summary>
internal static class Printable
{
    private const int MaxLength = 120;

    /// <summary>Whether a text is safe in a header.</summary>
    public static bool IsPrintable(string text) => !text.AsSpan().ContainsAnyExceptInRange(' ', '~');

    /// <summary>The text with other characters replaced by '?', cut to 120 characters.</summary>
    public static string Sanitize(string text)
    {
        var shown = new string([.. text.Take(MaxLength).Select(c => c is >= ' ' and <= '~' ? c : '?')]);
        return text.Length > MaxLength ? $"{shown}..." : shown;
    }
}
