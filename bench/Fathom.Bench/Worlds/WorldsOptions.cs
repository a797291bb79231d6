using System.Globalization;
using Fathom.TestKit.Worlds;

namespace Fathom.Bench.Worlds;

/// <summary>Options of <c>worlds</c>.</summary>
/// <param name="Seeds">Number of worlds.</param>
/// <param name="From">Seed of the first one, from 0.</param>
/// <param name="Kind">What is wrong in all of them; null for each kind in turn.</param>
/// <param name="Out">Folder of the results, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record WorldsOptions(int Seeds, long From, FaultKind? Kind, string? Out, string Arguments)
{
    // As many at most are examined to be read: what was measured in each is printed.
    private const int MaxRead = 1_000;

    /// <summary>Whether what was measured is printed.</summary>
    public bool IsRead => Seeds <= MaxRead;

    public static WorldsOptions? Read(string[] args)
    {
        if (args is not ["worlds", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--seeds", "--from", "--fault", "--out"]).Any() ? null : new WorldsOptions(
            int.Parse(flags.GetValueOrDefault("--seeds", "10000"), CultureInfo.InvariantCulture),
            long.Parse(flags.GetValueOrDefault("--from", "100000"), CultureInfo.InvariantCulture),
            flags.TryGetValue("--fault", out var fault) ? Enum.Parse<FaultKind>(fault, ignoreCase: true) : null,
            flags.GetValueOrDefault("--out"),
            string.Join(' ', args));
    }
}
