using System.Globalization;

namespace Fathom.Bench.Tree;

/// <summary>Options of a soak run of the service tree.</summary>
/// <param name="Minutes">Minutes of requests, without the pauses for garbage collections.</param>
/// <param name="Users">Users at the same time.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record TreeSoakOptions(double Minutes, int Users, string? Out, string Arguments)
{
    public static TreeSoakOptions? Read(string[] args)
    {
        if (args is not ["tree", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--minutes", "--users", "--out"]).Any()
            || !double.TryParse(flags.GetValueOrDefault("--minutes", "10"), CultureInfo.InvariantCulture, out var minutes)
            || !int.TryParse(flags.GetValueOrDefault("--users", "200"), CultureInfo.InvariantCulture, out var users)
            ? null
            : new TreeSoakOptions(minutes, users, flags.GetValueOrDefault("--out"), string.Join(' ', args));
    }
}
