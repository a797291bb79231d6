namespace Fathom.Cli.Settings.Units;

/// <summary>Sizes in bytes: a plain number, <c>k</c>, <c>M</c> and <c>G</c> (1024-based), <c>KB</c>, <c>MB</c>, <c>GB</c> (1000) and
/// <c>KiB</c>, <c>MiB</c>, <c>GiB</c> (1024).</summary>
internal static class SizeText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "a number of bytes, alone or with k, M, G (1024-based), KB, MB, GB or KiB, MiB, GiB, such as 64k";

    private static readonly (string Name, long Bytes)[] Units =
    [
        ("", 1), ("b", 1), ("k", 1L << 10), ("m", 1L << 20), ("g", 1L << 30),
        ("kib", 1L << 10), ("mib", 1L << 20), ("gib", 1L << 30), ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000),
    ];

    /// <summary>Parses a size into bytes. Case does not matter.</summary>
    public static bool TryParse(string? text, out long bytes)
    {
        bytes = 0;
        if (!QuantityParser.TrySplit(text, out var number, out var unit))
        {
            return false;
        }

        foreach (var (name, scale) in Units)
        {
            if (unit.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                return QuantityParser.TryScale(number, scale, out bytes);
            }
        }

        return false;
    }
}
