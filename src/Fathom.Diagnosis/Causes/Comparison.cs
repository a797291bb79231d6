using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes;

/// <summary>The evidence before and after one change, and what the difference is worth.</summary>
/// <param name="Baseline">Where the effect is expected.</param>
/// <param name="Counterfactual">The same with one factor changed.</param>
/// <param name="Change">That factor.</param>
/// <param name="Metric">The quantity compared; both sides have it.</param>
/// <param name="Difference">What the difference is worth.</param>
/// <param name="Seed">Seed of the run, for further resamplings.</param>
public sealed record Comparison(
    Evidence Baseline, Evidence Counterfactual, FactorChange Change, Quantity<double> Metric, PairDifference Difference, int Seed)
{
    /// <summary>The evidence of all trials, these two included: for causes whose claim needs more than the pair.</summary>
    public IReadOnlyList<Evidence> Trials { get; init; } = [];

    /// <summary>The process whose observations the evidence has; null where the server is one process.</summary>
    public string? Process { get; init; }

    /// <summary>Id of the cause that judges the comparison.</summary>
    public string Cause { get; init; } = "";

    /// <summary>All comparisons of the study that were measured, this one included: for causes whose claim needs several.</summary>
    public IReadOnlyList<Comparison> AllComparisons { get; init; } = [];

    /// <summary>The comparison with what was observed of one process.</summary>
    public Comparison In(string process) =>
        this with { Baseline = Baseline.In(process), Counterfactual = Counterfactual.In(process), Process = process };

    /// <summary>The compared quantity of the baseline.</summary>
    public double Before => Baseline.Value(Metric);

    /// <summary>The compared quantity of the counterfactual.</summary>
    public double After => Counterfactual.Value(Metric);

    /// <summary>A prediction of the compared quantity beside the baseline's, in the unit of that quantity.</summary>
    /// <param name="formula">The model in words and symbols.</param>
    /// <param name="predicted">What it predicts of the baseline.</param>
    public ModelCheck Predict(string formula, double predicted) => new(formula, Math.Round(predicted, 1), Before, Metric.Unit);

    /// <summary>A part of the compared quantity that was measured in the same run, beside the whole: no prediction.</summary>
    /// <param name="formula">What the part is.</param>
    /// <param name="part">The part, in the unit of the compared quantity.</param>
    public ModelCheck Account(string formula, double part) => Predict(formula, part) with { IsAccounting = true };
}

/// <summary>The one thing that was changed.</summary>
/// <param name="Factor">Its name.</param>
/// <param name="From">Level in the baseline.</param>
/// <param name="To">Level in the counterfactual.</param>
/// <param name="Of">The quantities that these levels set.</param>
public sealed record FactorChange(string Factor, string From, string To, IReadOnlyCollection<Quantity> Of)
{
    /// <summary>The level of the baseline in words: <c>Grpc.AspNetCore</c>.</summary>
    public string FromWords => LevelWords.Of(Factor, From);

    /// <summary>The level of the counterfactual in words: <c>65536-byte segments</c>.</summary>
    public string ToWords => LevelWords.Of(Factor, To);
}
