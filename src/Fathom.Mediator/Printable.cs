namespace Fathom.Mediator;

/// <summary>What a stranger wrote, fit for a header or a line of a log: of printable ASCII, and in a log short.</summary>
internal static class Printable
{
    private const int Longest = 120;

    /// <summary>Whether a text may stand in a header as it is.</summary>
    public static bool Is(string text) => !text.AsSpan().ContainsAnyExceptInRange(' ', '~');

    /// <summary>What may be shown of a text.</summary>
    public static string Of(string text)
    {
        var shown = new string([.. text.Take(Longest).Select(c => c is >= ' ' and <= '~' ? c : '?')]);
        return text.Length > Longest ? $"{shown}..." : shown;
    }
}
