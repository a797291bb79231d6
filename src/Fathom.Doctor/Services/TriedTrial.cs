using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>A change on the caller's side, with the trials of both sides. Owned by one examination.</summary>
internal sealed class TriedTrial(Suspicion suspect, ServiceChange change) : TriedChange(suspect)
{
    private readonly List<Sample> _before = [];
    private readonly List<Sample> _after = [];

    /// <summary>The change.</summary>
    public ServiceChange Change { get; } = change;

    /// <inheritdoc/>
    public override bool IsOfSuspectedTime => true;

    /// <inheritdoc/>
    public override ComparedSamples Samples => new(
        _before, _after, Change.IsEquivalence ? ComparisonQuestion.Equivalence : ComparisonQuestion.Difference, $"{Change}")
    {
        IsPaired = true,
    };

    /// <inheritdoc/>
    public override string Unexplained => "that was so, and what else was seen does not show this cause";

    /// <summary>Keeps a value.</summary>
    public void Add(int block, bool isChanged, double value) => (isChanged ? _after : _before).Add(new Sample(block, value));

    /// <inheritdoc/>
    public override Conclusion? Judge(Evidence seen, PairDifference difference, int seed) =>
        Suspicion.Cause.JudgeService(ComparisonOf(seen, difference, seed));

    /// <inheritdoc/>
    public override DoctorProof ProofOf(PairDifference difference) => new(Change.Variable, Change.To, Change.Metric.Text,
        Change.Metric.Unit, Median(_before), Median(_after), difference.Ratio, difference.PValue ?? 1, Samples.Fewest)
    {
        NoChange = Change.IsEquivalence ? ProofMargin.Of(DifferenceTest.Equivalence) : null,
    };

    private static double Median(IReadOnlyList<Sample> samples) => Sample.Median([.. samples.Select(s => s.Value)]);

    private Comparison ComparisonOf(Evidence seen, PairDifference difference, int seed) => new(
        With(seen, _before, null), With(seen, _after, Change.Sets),
        new FactorChange(Change.Variable, Change.From, Change.To, [Change.Sets.Of]), Change.Metric, difference, seed)
    {
        Cause = Suspicion.Cause.Id,
    };

    // What the probes observed, with the compared quantity as it was measured in the rounds.
    private Evidence With(Evidence seen, IReadOnlyList<Sample> samples, Setting? set)
    {
        Observation compared = new Observation<double>(
            Change.Metric, Median(samples), new ObservationSource.Replicates(Change.Metric.Id)) { Samples = samples };
        Observation[] own = set is null ? [compared]
            : [compared, set.Observe(new ObservationSource.FactorLevel(Change.Variable, Change.To))];
        return new Evidence(Change.ToString(), new Dictionary<string, string>(),
            [.. seen.All.Where(o => own.All(p => p.Of != o.Of)), .. own]);
    }
}
