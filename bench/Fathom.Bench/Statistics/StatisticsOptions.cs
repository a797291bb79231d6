using System.Globalization;

namespace Fathom.Bench.Statistics;

/// <summary>Options of <c>statistics</c>.</summary>
/// <param name="Studies">Simulated studies for each figure.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record StatisticsOptions(int Studies, string? Out, string Arguments)
{
    public static StatisticsOptions? Read(string[] args)
    {
        if (args is not ["statistics", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--studies", "--out"]).Any() ? null : new StatisticsOptions(
            int.Parse(flags.GetValueOrDefault("--studies", "2000"), CultureInfo.InvariantCulture), flags.GetValueOrDefault("--out"),
            string.Join(' ', args));
    }
}
