using Fathom.Link.Units;

namespace Fathom.Cli.Settings.Units;

/// <summary>Bit rates: <c>500kbit</c>, <c>10mbit</c>, <c>1gbit</c>. The prefixes k, m and g are 1,000-based.</summary>
internal static class RateText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "a number above 0 with a unit (bit, kbit, mbit, gbit), such as 10mbit";

    private static readonly (string Name, decimal Bits)[] Units = [("gbit", 1e9m), ("mbit", 1e6m), ("kbit", 1e3m), ("bit", 1m)];

    /// <summary>Parses a rate of 1 bit per second or more.</summary>
    public static bool TryParse(string? text, out BitRate rate)
    {
        rate = default;
        if (!QuantityParser.TrySplit(text, out var number, out var unit))
        {
            return false;
        }

        foreach (var (name, bits) in Units)
        {
            if (unit.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                var read = QuantityParser.TryScale(number, bits, out var perSecond) && perSecond > 0;
                rate = new BitRate(perSecond);
                return read;
            }
        }

        return false;
    }

    /// <summary>The shortest text that <see cref="TryParse"/> reads back as the same rate.</summary>
    /// <param name="bitsPerSecond">1 or more.</param>
    public static string Format(long bitsPerSecond)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bitsPerSecond);
        var (name, bits) = Units.First(u => bitsPerSecond >= u.Bits);
        return QuantityParser.Text(bitsPerSecond / bits) + name;
    }
}
