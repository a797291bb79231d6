using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Interventions;
using Fathom.Doctor.Probes;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.Doctor;

/// <summary>A change around a program, with the program's runs. Owned by one examination.</summary>
internal sealed class TriedIntervention(Suspicion suspect, Intervention change, ProgramRuns runs) : TriedChange(suspect)
{
    private IReadOnlyList<Observation> _seen = [];

    /// <summary>The change.</summary>
    public Intervention Change { get; } = change;

    /// <summary>Time of the watched run with it.</summary>
    public TimeSpan Took { get; set; }

    /// <inheritdoc/>
    public override ComparedSamples Samples
    {
        get
        {
            var (unchanged, changed) = (runs.Of(null), runs.Of(Change));
            var (slower, faster) = Change.Slows ? (changed, unchanged) : (unchanged, changed);
            return new ComparedSamples(slower, faster, ComparisonQuestion.Difference, $"{Change}") { IsPaired = true };
        }
    }

    /// <inheritdoc/>
    public override string Unexplained =>
        $"the program was {(Change.Slows ? "slower" : "faster")} with it, and what was seen of it does not show this cause";

    /// <inheritdoc/>
    public override IEnumerable<string> Caveats => runs.CaveatsOf(null).Concat(runs.CaveatsOf(Change));

    /// <summary>Keeps what was seen with the change, and what the change sets.</summary>
    public Evidence Observe(WatchResult seen)
    {
        var set = Change.Sets.Observe(new ObservationSource.FactorLevel(Change.Factor, Change.To));
        _seen = [.. seen.Observations.Where(o => o.Of != set.Of), set];
        return new Evidence(Change.ToString(), new Dictionary<string, string>(), _seen);
    }

    // A change that slows a program is where the effect shows: what was seen without it holds there too.
    /// <inheritdoc/>
    public override Conclusion? Judge(Evidence seen, PairDifference difference, int seed)
    {
        var unchanged = Measured("unchanged", seen.All, null);
        var changed = Measured(
            $"{Change}", Change.Slows ? seen.All.Where(o => _seen.All(t => t.Of != o.Of)).Concat(_seen) : _seen, Change);
        var change = new FactorChange(Change.Factor, Change.From, Change.To, [Change.Sets.Of]);
        var comparison = Change.Slows
            ? new Comparison(
                changed, unchanged, change with { From = change.To, To = change.From }, CallQuantities.WallTime, difference, seed)
            : new Comparison(unchanged, changed, change, CallQuantities.WallTime, difference, seed);
        return Suspicion.Cause.JudgeProgram(comparison with { Cause = Suspicion.Cause.Id });
    }

    /// <inheritdoc/>
    public override DoctorProof ProofOf(PairDifference difference)
    {
        var (before, after) = (runs.Of(null), runs.Of(Change));
        var ratio = difference.Ratio;
        return new DoctorProof(Change.Variable, Change.Value, runs.Text, runs.Unit, Median(before), Median(after),
            Change.Slows ? ratio with { Value = 1 / ratio.Value, Low = 1 / ratio.High, High = 1 / ratio.Low } : ratio,
            difference.PValue ?? 1, Samples.Fewest);
    }

    private Evidence Measured(string id, IEnumerable<Observation> seen, Intervention? change) =>
        new(id, new Dictionary<string, string>(),
        [
            .. seen, .. Observed(CallQuantities.WallTime, "wall_ms", runs.WallsOf(change)),
            .. Observed(CallQuantities.ProcessorTime, "processor_ms", runs.WorkOf(change)),
        ]);

    private static IEnumerable<Observation> Observed(Quantity<double> quantity, string metric, IReadOnlyList<Sample> samples) =>
        samples.Count == 0 ? []
        : [new Observation<double>(quantity, Median(samples), new ObservationSource.Replicates(metric)) { Samples = samples }];

    private static double Median(IReadOnlyList<Sample> samples) => Sample.Median([.. samples.Select(s => s.Value)]);
}
