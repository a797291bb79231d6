using System.Globalization;

namespace Fathom.Bench.Soak;

/// <summary>Options of a soak run.</summary>
/// <param name="Minutes">Minutes of calls, without the pauses for garbage collections.</param>
/// <param name="Seed">Seed of calls and cuts. The timing of threads is not reproducible.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record SoakOptions(double Minutes, long Seed, string? Out, string Arguments)
{
    public static SoakOptions? Read(string[] args)
    {
        if (args is not ["soak", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--minutes", "--seed", "--out"]).Any()
            || !double.TryParse(flags.GetValueOrDefault("--minutes", "10"), CultureInfo.InvariantCulture, out var minutes)
            || !long.TryParse(flags.GetValueOrDefault("--seed", "1"), CultureInfo.InvariantCulture, out var seed)
            ? null
            : new SoakOptions(minutes, seed, flags.GetValueOrDefault("--out"), string.Join(' ', args));
    }
}
