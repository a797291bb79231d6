namespace Fathom.Mediator.Certificates.Trust;

/// <summary>What a stranger wrote, fit for a line of a log: of printable ASCII, and short.</summary>
internal static class Printable
{
    private const int Longest = 120;

    public static string Of(string text)
    {
        var shown = new string([.. text.Take(Longest).Select(c => c is >= ' ' and <= '~' ? c : '?')]);
        return text.Length > Longest ? $"{shown}..." : shown;
    }
}
