using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>Two trials that differ in exactly one factor, and what their difference is worth.</summary>
/// <param name="Baseline">The trial that is expected to show the effect.</param>
/// <param name="Counterfactual">The trial with one factor changed.</param>
/// <param name="Changed">That factor.</param>
/// <param name="Metric">The metric compared.</param>
/// <param name="Difference">What the difference is worth.</param>
/// <param name="Seed">Seed of the run, for further resamplings.</param>
public sealed record TrialPair(
    TrialResult Baseline, TrialResult Counterfactual, ChangedFactor Changed, MetricInfo Metric, PairDifference Difference, int Seed)
{
    /// <summary>All trials of the record: for rules whose claim needs more than the pair, which still rests on the pair.</summary>
    public IReadOnlyList<TrialResult> Trials { get; init; } = [];

    /// <summary>The median of a metric in the baseline, or null where it was not measured.</summary>
    public double? InBaseline(string metric) => Baseline.Metrics.TryGetValue(metric, out var value) ? value.Value : null;

    /// <summary>The median of a metric in the counterfactual, or null where it was not measured.</summary>
    public double? InCounterfactual(string metric) => Counterfactual.Metrics.TryGetValue(metric, out var value) ? value.Value : null;

    /// <summary>A finding about this pair, to be completed by the rule.</summary>
    /// <param name="id">The rule's id.</param>
    /// <param name="claim">The claim in a sentence.</param>
    /// <param name="fix">What to change.</param>
    public Finding Finding(string id, string claim, string fix) => new()
    {
        Id = id,
        Kind = FindingKind.Finding,
        Claim = claim,
        Baseline = Baseline.Id,
        Counterfactual = Counterfactual.Id,
        Changed = Changed,
        Metric = Metric.Id,
        Ratio = Difference.Ratio,
        PValue = Difference.PValue,
        Fix = fix,
    };
}
