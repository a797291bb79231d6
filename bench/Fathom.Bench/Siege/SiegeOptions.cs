using System.Globalization;

namespace Fathom.Bench.Siege;

/// <summary>Options of a siege.</summary>
/// <param name="Minutes">How long the attacks last.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record SiegeOptions(double Minutes, string? Out, string Arguments)
{
    public static SiegeOptions? Read(string[] args)
    {
        if (args is not ["siege", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--minutes", "--out"]).Any() ? null : new SiegeOptions(
            double.Parse(flags.GetValueOrDefault("--minutes", "5"), CultureInfo.InvariantCulture), flags.GetValueOrDefault("--out"),
            string.Join(' ', args));
    }
}
