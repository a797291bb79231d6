using System.Globalization;

namespace Fathom.Bench.Mediator;

/// <summary>What to measure of the mediator.</summary>
/// <param name="Rounds">How often everything is measured, in turn.</param>
/// <param name="Seconds">How long each counts.</param>
/// <param name="Out">File for the result, or null.</param>
/// <param name="Arguments">The command line, for the result.</param>
internal sealed record MediatorOptions(int Rounds, double Seconds, string? Out, string Arguments)
{
    /// <summary>Reads a command line; null where it is not the mediator's.</summary>
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
