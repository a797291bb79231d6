using System.Globalization;

namespace Fathom.Bench.Doctor;

/// <summary>Options of <c>watch-cost</c>.</summary>
/// <param name="Pairs">Watched and unwatched runs.</param>
/// <param name="Calls">Calls of a run; the second half is measured. By default they take about as long as a watch: sampling comes in
/// bursts.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record WatchCostOptions(int Pairs, int Calls, string? Out, string Arguments)
{
    public static WatchCostOptions? Read(string[] args)
    {
        if (args is not ["watch-cost", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--pairs", "--calls", "--out"]).Any() ? null : new WatchCostOptions(
            int.Parse(flags.GetValueOrDefault("--pairs", "10"), CultureInfo.InvariantCulture),
            int.Parse(flags.GetValueOrDefault("--calls", "1600000"), CultureInfo.InvariantCulture),
            flags.GetValueOrDefault("--out"), string.Join(' ', args));
    }
}
