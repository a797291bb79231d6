using System.Globalization;
using Fathom.Doctor.Interventions;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Doctor;

/// <summary>The runs of a program that are compared: what each side took, by round. Owns nothing.</summary>
/// <param name="spec">The program.</param>
internal sealed class ProgramRuns(ProgramSpec spec)
{
    private readonly List<DoctorRun> _runs = [];
    private readonly Dictionary<string, Side> _sides = [];

    /// <summary>The runs, in their order.</summary>
    public IReadOnlyList<DoctorRun> All => _runs;

    /// <summary>What is compared, for proofs.</summary>
    public string Text =>
        spec.Metric is null ? "time from start to end" : spec.LargerIsBetter ? "inverse of the number it prints" : "number it prints";

    /// <summary>Its unit.</summary>
    public string Unit => spec.Metric is null ? "ms" : "";

    /// <summary>Adds a run that ended. One without a number to compare, without its change in force, or with an exit code other than 0 is
    /// not compared: a program that fails early is not fast.</summary>
    /// <returns>Whether it is compared.</returns>
    public bool Add(int block, Intervention? change, ProgramOutcome outcome)
    {
        if (!outcome.InForce || ValueOf(spec, outcome) is not { } value)
        {
            return false;
        }

        _runs.Add(new DoctorRun(block, KeyOf(change), Rounded(value), outcome.ExitCode));
        if (outcome.ExitCode != 0)
        {
            return false;
        }

        Keep(block, change, value, outcome.Wall.TotalMilliseconds);
        if (outcome.ProcessorMs is { } work)
        {
            SideOf(change).Work.Add(new Sample(block, work));
        }

        return true;
    }

    /// <summary>Adds a run that was given up: it takes at least as long as it was given.</summary>
    /// <returns>Whether it is compared: a number that was not printed is none.</returns>
    public bool AddGivenUp(int block, Intervention? change, TimeSpan limit)
    {
        if (spec.Metric is not null)
        {
            return false;
        }

        _runs.Add(new DoctorRun(block, KeyOf(change), Rounded(limit.TotalMilliseconds), null) { IsGivenUp = true });
        Keep(block, change, limit.TotalMilliseconds, limit.TotalMilliseconds);
        return true;
    }

    /// <summary>The values of one side.</summary>
    public IReadOnlyList<Sample> Of(Intervention? change) => SideOf(change).Values;

    /// <summary>Times from start to end of one side, ms.</summary>
    public IReadOnlyList<Sample> WallsOf(Intervention? change) => SideOf(change).Walls;

    /// <summary>Processor time of the runs of one side, ms; empty where the system does not say.</summary>
    public IReadOnlyList<Sample> WorkOf(Intervention? change) => SideOf(change).Work;

    /// <summary>Which runs of one side failed or were given up: sentences.</summary>
    public IEnumerable<string> CaveatsOf(Intervention? change)
    {
        var side = _runs.Where(r => r.Change == KeyOf(change)).ToList();
        var name = change is null ? "unchanged" : $"with {change}";
        var failed = side.Where(r => r.ExitCode is { } code && code != 0).ToList();
        if (failed.Count > 0)
        {
            yield return $"Of {FigureText.Whole(side.Count)} runs {name} {FigureText.Whole(failed.Count)} failed (exit code "
                + $"{string.Join(", ", failed.Select(r => r.ExitCode).Distinct().Order())}): not compared.";
        }

        if (side.Where(r => r.IsGivenUp).ToList() is { Count: > 0 } givenUp)
        {
            yield return $"Of {FigureText.Whole(side.Count)} runs {name} {FigureText.Whole(givenUp.Count)} did not end and were given up "
                + $"after {FigureText.Duration(givenUp.Max(r => r.Value))}: they count as that long, and take longer.";
        }
    }

    /// <summary>What is compared, smaller is better: milliseconds, or the number of the output or its inverse. Null without it.</summary>
    public static double? ValueOf(ProgramSpec spec, ProgramOutcome outcome) => spec.Metric is null
        ? outcome.Wall.TotalMilliseconds
        : outcome.Number is not { } number || number <= 0 ? null
        : spec.LargerIsBetter ? 1 / number
        : number;

    private static string KeyOf(Intervention? change) => change?.ToString() ?? "";

    // Six significant digits: an inverse is small.
    private static double Rounded(double value) =>
        double.Parse(value.ToString("G6", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    private Side SideOf(Intervention? change) =>
        _sides.TryGetValue(KeyOf(change), out var side) ? side : _sides[KeyOf(change)] = new Side();

    private void Keep(int block, Intervention? change, double value, double wallMs)
    {
        SideOf(change).Values.Add(new Sample(block, value));
        SideOf(change).Walls.Add(new Sample(block, wallMs));
    }

    private sealed class Side
    {
        public List<Sample> Values { get; } = [];

        public List<Sample> Walls { get; } = [];

        public List<Sample> Work { get; } = [];
    }
}
