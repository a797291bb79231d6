using System.Globalization;

namespace Fathom.Bench.Mediator;

/// <summary>Options of the mediator benchmark.</summary>
/// <param name="Rounds">Number of rounds, each with every measurement.</param>
/// <param name="Seconds">Counted seconds of each measurement.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record MediatorOptions(int Rounds, double Seconds, string? Out, string Arguments)
{
    /// <summary>Parses a command line; null if its verb is another one.</summary>
    public static MediatorOptions? Read(string[] args)
    {
        if (args is not ["mediator", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--rounds", "--seconds", "--out"]).Any()
            ? null
            : new MediatorOptions(
                int.Parse(flags.GetValueOrDefault("--rounds", "5"), CultureInfo.InvariantCulture),
                double.Parse(flags.GetValueOrDefault("--seconds", "5"), CultureInfo.InvariantCulture),
                flags.GetValueOrDefault("--out"),
                string.Join(' ', args));
    }
}
