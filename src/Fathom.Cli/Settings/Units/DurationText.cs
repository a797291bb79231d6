namespace Fathom.Cli.Settings.Units;

/// <summary>Durations with units: <c>250ms</c>, <c>10s</c>, <c>1h30m</c>. The unit is required.</summary>
internal static class DurationText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "a number with a unit (ns from 100, us, ms, s, m, h), such as 250ms, 10s or 1h30m";

    private static readonly (string Name, decimal Nanoseconds)[] Units =
        [("h", 3600e9m), ("m", 60e9m), ("s", 1e9m), ("ms", 1e6m), ("us", 1e3m), ("ns", 1m)];

    /// <summary>Parses a duration. Larger units come first (<c>1h30m</c>, not <c>30m1h</c>), each at most once. Maximum 292 years, rounded
    /// to 100 ns; what is less than that is no duration, except 0.</summary>
    public static bool TryParse(string? text, out TimeSpan duration)
    {
        var nanoseconds = 0L;
        duration = TimeSpan.Zero;
        ReadOnlySpan<char> rest = text;
        var next = 0;
        while (rest.Length > 0)
        {
            if (!QuantityParser.TrySplit(rest, out var number, out rest))
            {
                return false;
            }

            var letters = rest.IndexOfAnyExceptInRange('a', 'z');
            var unit = letters < 0 ? rest : rest[..letters];
            var index = IndexOf(unit);
            if (index < next || !QuantityParser.TryScale(number, Units[index].Nanoseconds, out var part) || part > long.MaxValue
                - nanoseconds)
            {
                return false;
            }

            nanoseconds += part;
            next = index + 1;
            rest = rest[unit.Length..];
        }

        duration = TimeSpan.FromTicks((long)decimal.Round((decimal)nanoseconds / TimeSpan.NanosecondsPerTick));
        return next > 0 && nanoseconds is 0 or >= TimeSpan.NanosecondsPerTick;
    }

    /// <summary>The shortest text that <see cref="TryParse"/> reads back as the same duration.</summary>
    /// <param name="nanoseconds">0 or more.</param>
    public static string Format(long nanoseconds)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(nanoseconds);
        // Above a minute in seconds too: 90s is as clear as 1m30s.
        var (name, scale) = Array.Find(Units[2..], u => nanoseconds >= u.Nanoseconds) is { Name: not null } unit ? unit : Units[2];
        return QuantityParser.Text(nanoseconds / scale) + name;
    }

    private static int IndexOf(ReadOnlySpan<char> name)
    {
        for (var i = 0; i < Units.Length; i++)
        {
            if (name.SequenceEqual(Units[i].Name))
            {
                return i;
            }
        }

        return -1;
    }
}
