namespace Fathom.Lab.Results;

/// <summary>A claim about a cause. A <see cref="FindingKind.Finding"/> rests on two trials that differ in exactly one factor.</summary>
public sealed record Finding
{
    /// <summary>Name of the cause; <c>docs/findings/ID.md</c> explains it.</summary>
    public required string Id { get; init; }

    /// <summary>Proven by a pair, or a hint.</summary>
    public required FindingKind Kind { get; init; }

    /// <summary>The claim in one sentence, with its figures.</summary>
    public required string Claim { get; init; }

    /// <summary>Id of the trial that shows the effect.</summary>
    public required string Baseline { get; init; }

    /// <summary>Id of the trial that differs from it in <see cref="Changed"/> alone.</summary>
    public required string Counterfactual { get; init; }

    /// <summary>The one factor that differs.</summary>
    public required ChangedFactor Changed { get; init; }

    /// <summary>The metric compared.</summary>
    public required string Metric { get; init; }

    /// <summary>Baseline divided by counterfactual.</summary>
    public required Interval Ratio { get; init; }

    /// <summary>Probability of a difference at least this large were there none (exact permutation test, one-sided).</summary>
    public double? PValue { get; init; }

    /// <summary>Where a formula governs: predicted beside measured.</summary>
    public ModelCheck? Model { get; init; }

    /// <summary>What to change, as code where code is meant.</summary>
    public required string Fix { get; init; }

    /// <summary>What a reader must know to weigh the claim, for example unlike error counts.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];
}

/// <summary>How strong a claim is.</summary>
public enum FindingKind
{
    /// <summary>Rests on a pair of trials and an interval that excludes "no effect".</summary>
    Finding,

    /// <summary>Fits what was measured and is not proven by a pair.</summary>
    Hint,
}

/// <summary>The one factor in which two trials differ.</summary>
/// <param name="Factor">Its name.</param>
/// <param name="From">Level in the baseline.</param>
/// <param name="To">Level in the counterfactual.</param>
public sealed record ChangedFactor(string Factor, string From, string To);

/// <summary>A value with its 95 % bootstrap interval, without unit.</summary>
/// <param name="Value">Estimate.</param>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end.</param>
public sealed record Interval(double Value, double Low, double High);

/// <summary>A model's prediction beside what was measured.</summary>
/// <param name="Formula">The model in words and symbols.</param>
/// <param name="Predicted">What it predicts.</param>
/// <param name="Measured">What was measured.</param>
/// <param name="Unit">Unit of both.</param>
public sealed record ModelCheck(string Formula, double Predicted, double Measured, string Unit);
