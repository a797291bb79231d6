using System.Text.Json.Serialization;
using Fathom.Statistics;

namespace Fathom.Lab.Results;

/// <summary>
/// A claim about a cause. In a study it rests on two trials that differ in one factor, see <see cref="Pair"/>. A claim about a single
/// observed service has no pair: the five members of the pair are then absent, all of them.
/// </summary>
public sealed record Finding
{
    /// <summary>Name of the cause; <c>docs/findings/ID.md</c> explains it.</summary>
    public required string Id { get; init; }

    /// <summary>Whether the claim is proven.</summary>
    public required FindingKind Kind { get; init; }

    /// <summary>The claim in one sentence, with its figures.</summary>
    public required string Claim { get; init; }

    /// <summary>Id of the trial that shows the effect; null without a pair.</summary>
    public string? Baseline { get; init; }

    /// <summary>Id of the trial that differs from it in <see cref="Changed"/> alone; null without a pair.</summary>
    public string? Counterfactual { get; init; }

    /// <summary>The one factor that differs; null without a pair.</summary>
    public ChangedFactor? Changed { get; init; }

    /// <summary>Id of the metric compared; null without a pair.</summary>
    public string? Metric { get; init; }

    /// <summary>Baseline divided by counterfactual, with its 95 % interval; null without a pair.</summary>
    public Estimate? Ratio { get; init; }

    /// <summary>Probability of a difference at least this large if there were none (exact permutation test, one-sided).</summary>
    public double? PValue { get; init; }

    /// <summary>Where a formula governs: predicted beside measured.</summary>
    public ModelCheck? Model { get; init; }

    /// <summary>What to change, as code where code is meant.</summary>
    public required string Fix { get; init; }

    /// <summary>What a reader must know to weigh the claim, for example unlike error counts.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];

    /// <summary>The two trials that the claim rests on; null where it rests on none.</summary>
    [JsonIgnore]
    public FindingPair? Pair => this is { Baseline: { } b, Counterfactual: { } c, Changed: { } changed, Metric: { } metric,
        Ratio: { } ratio }
        ? new(b, c, changed, metric, ratio)
        : null;
}

/// <summary>How strong a claim is.</summary>
public enum FindingKind
{
    /// <summary>Proven: one thing was changed, and the interval of its effect excludes "no effect".</summary>
    Finding,

    /// <summary>Fits what was observed; no change has proven it.</summary>
    Hint,
}

/// <summary>The two trials of a claim.</summary>
/// <param name="Baseline">Id of the trial that shows the effect.</param>
/// <param name="Counterfactual">Id of the trial with one factor changed.</param>
/// <param name="Changed">That factor.</param>
/// <param name="Metric">Id of the metric compared.</param>
/// <param name="Ratio">Baseline divided by counterfactual, with its 95 % interval.</param>
public sealed record FindingPair(string Baseline, string Counterfactual, ChangedFactor Changed, string Metric, Estimate Ratio);

/// <summary>The one factor in which two trials differ.</summary>
/// <param name="Factor">Its name.</param>
/// <param name="From">Level in the baseline.</param>
/// <param name="To">Level in the counterfactual.</param>
public sealed record ChangedFactor(string Factor, string From, string To);

/// <summary>A model's prediction beside what was measured.</summary>
/// <param name="Formula">The model in words and symbols.</param>
/// <param name="Predicted">What it predicts.</param>
/// <param name="Measured">What was measured.</param>
/// <param name="Unit">Unit of both.</param>
public sealed record ModelCheck(string Formula, double Predicted, double Measured, string Unit);
