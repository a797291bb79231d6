using Fathom.Link.Impairments;

namespace Fathom.Cli.Settings.Units;

/// <summary>Breaks of connections: <c>reset:64k</c>, <c>half-open:64k</c>, <c>hang:64k</c>, <c>none</c>.</summary>
internal static class BreakText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "reset:SIZE, half-open:SIZE or hang:SIZE with a size of 1 byte or more, such as reset:64k; or none";

    private static readonly (string Name, BreakKind Kind)[] Kinds =
        [("reset", BreakKind.Reset), ("half-open", BreakKind.HalfOpen), ("hang", BreakKind.Hang)];

    /// <summary>Parses a break. Case does not matter.</summary>
    public static bool TryParse(string text, out ConnectionBreak value)
    {
        value = ConnectionBreak.None;
        if (text.Equals("none", StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        var parts = text.Split(':', 2, StringSplitOptions.TrimEntries);
        var kind = Array.FindIndex(Kinds, k => k.Name.Equals(parts[0], StringComparison.OrdinalIgnoreCase));
        if (kind < 0 || parts.Length < 2 || !SizeText.TryParse(parts[1], out var bytes) || bytes < 1)
        {
            return false;
        }

        value = new ConnectionBreak(Kinds[kind].Kind, bytes);
        return true;
    }

    /// <summary>A break as it is written, with its size in bytes.</summary>
    public static string Format(ConnectionBreak value) =>
        string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Name(value.Kind)}:{value.AfterBytes}");

    /// <summary>The name of a kind, as it is written.</summary>
    public static string Name(BreakKind kind) => Array.Find(Kinds, k => k.Kind == kind).Name;
}
