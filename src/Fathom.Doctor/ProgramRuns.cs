using System.Globalization;
using Fathom.Doctor.Interventions;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.Doctor;

/// <summary>The runs of a program that are compared: the values of each side, by round. Owns nothing.</summary>
internal sealed class ProgramRuns(ProgramSpec spec)
{
    private readonly List<DoctorRun> _runs = [];
    private readonly Dictionary<string, List<Sample>> _samples = [];
    private readonly Dictionary<string, List<Sample>> _work = [];

    /// <summary>The runs, in their order.</summary>
    public IReadOnlyList<DoctorRun> All => _runs;

    /// <summary>Adds a run; one without a number to compare, or that had no effect of its change, is not compared.</summary>
    /// <returns>Whether it is compared.</returns>
    public bool Add(int block, Intervention? change, ProgramOutcome outcome)
    {
        if (ValueOf(spec, outcome) is not { } value || !outcome.InForce)
        {
            return false;
        }

        var key = change?.ToString() ?? "";
        _runs.Add(new DoctorRun(block, key, Rounded(value), outcome.ExitCode));
        Keep(_samples, key, new Sample(block, value));
        if (outcome.ProcessorMs is { } work)
        {
            Keep(_work, key, new Sample(block, work));
        }

        return true;
    }

    private static void Keep(Dictionary<string, List<Sample>> samples, string key, Sample sample) =>
        (samples.TryGetValue(key, out var kept) ? kept : samples[key] = []).Add(sample);

    // Six significant digits: an inverse is small.
    private static double Rounded(double value) =>
        double.Parse(value.ToString("G6", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>The values of one side.</summary>
    public IReadOnlyList<Sample> Of(Intervention? change) => _samples.GetValueOrDefault(change?.ToString() ?? "", []);

    /// <summary>Processor time of the runs of one side, ms; empty where the system does not say.</summary>
    public IReadOnlyList<Sample> WorkOf(Intervention? change) => _work.GetValueOrDefault(change?.ToString() ?? "", []);

    /// <summary>Exit codes of one side, each once.</summary>
    public IReadOnlyList<int> ExitCodes(Intervention? change) =>
        [.. _runs.Where(r => r.Change == (change?.ToString() ?? "")).Select(r => r.ExitCode).OfType<int>().Distinct().Order()];

    /// <summary>What is compared, smaller is better: milliseconds, or the number of the output or its inverse. Null without it.</summary>
    public static double? ValueOf(ProgramSpec spec, ProgramOutcome outcome) => spec.Metric is null
        ? outcome.Wall.TotalMilliseconds
        : outcome.Number is not { } number || number <= 0 ? null
        : spec.LargerIsBetter ? 1 / number
        : number;
}
