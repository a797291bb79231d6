using System.Globalization;
using Fathom.TestKit.Plants;

namespace Fathom.Bench.Doctor;

/// <summary>Options of <c>doctor</c>.</summary>
/// <param name="Plants">The plants to examine.</param>
/// <param name="Repeat">Examinations of each, round by round.</param>
/// <param name="HealthyRuns">Examinations of healthy plants in turn, in place of the above; 0 for none.</param>
/// <param name="Neighbours">Programs beside each examination that keep a processor busy each.</param>
/// <param name="Delay">How much later each packet from and to an examined service comes, as <c>--delay</c> of <c>fathom link</c> has it;
/// null for a service on loopback.</param>
/// <param name="Add">An earlier result, whose rows of other plants are kept; null for none. So a result can be measured part by part, at
/// times when the machine is quiet.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record DoctorBenchOptions(
    IReadOnlyList<Plant> Plants, int Repeat, int HealthyRuns, int Neighbours, string? Delay, string? Add, string? Out,
    string Arguments)
{
    public static DoctorBenchOptions? Read(string[] args)
    {
        if (args is not ["doctor", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--names", "--repeat", "--healthy-runs", "--neighbours", "--delay", "--add", "--out"]).Any() ? null
            : new DoctorBenchOptions(
            flags.TryGetValue("--names", out var names) ? [.. names.Split(',').Select(PlantCatalog.Find)] : PlantCatalog.All,
            int.Parse(flags.GetValueOrDefault("--repeat", "1"), CultureInfo.InvariantCulture),
            int.Parse(flags.GetValueOrDefault("--healthy-runs", "0"), CultureInfo.InvariantCulture),
            int.Parse(flags.GetValueOrDefault("--neighbours", "0"), CultureInfo.InvariantCulture),
            flags.GetValueOrDefault("--delay"),
            flags.GetValueOrDefault("--add"),
            flags.GetValueOrDefault("--out"),
            string.Join(' ', args));
    }
}
