using System.Text.Json.Serialization;
using Fathom.Statistics;

namespace Fathom.Records;

/// <summary>
/// A claim about a cause. In a study, it is based on two trials that differ in one factor (<see cref="Pair"/>). A claim about a single
/// observed service has no pair; all five members of the pair are then null.
/// </summary>
public sealed record Finding
{
    /// <summary>Id of the cause, which <c>docs/findings/ID.md</c> explains.</summary>
    public required string Id { get; init; }

    /// <summary>The process at fault, where the server has several; null otherwise.</summary>
    public string? Process { get; init; }

    /// <summary>The processes that are not at fault, each with the observation that clears it; null where the server is one
    /// process.</summary>
    public IReadOnlyList<ClearedProcess>? Cleared { get; init; }

    /// <summary>Whether the claim is proven.</summary>
    public required FindingKind Kind { get; init; }

    /// <summary>The claim in one sentence, with its figures.</summary>
    public required string Claim { get; init; }

    /// <summary>Id of the trial that shows the effect; null without a pair.</summary>
    public string? Baseline { get; init; }

    /// <summary>Id of the trial that differs from the baseline only in <see cref="Changed"/>; null without a pair.</summary>
    public string? Counterfactual { get; init; }

    /// <summary>The one factor that differs; null without a pair.</summary>
    public ChangedFactor? Changed { get; init; }

    /// <summary>Id of the compared metric; null without a pair.</summary>
    public string? Metric { get; init; }

    /// <summary>The baseline's geometric mean divided by that of the counterfactual, with its interval or range; null without a
    /// pair.</summary>
    public Estimate? Ratio { get; init; }

    /// <summary>The probability of a difference at least this large if there were none (permutation test, one-sided), or of an equivalence
    /// this clear if the difference were as large as the margin (two one-sided tests), 0 to 1; null when it was not computed.</summary>
    public double? PValue { get; init; }

    /// <summary>The predicted and the measured value, when a formula describes the cause and agrees with the measured value; otherwise
    /// null.</summary>
    public ModelCheck? Model { get; init; }

    /// <summary>What to change; code where the change is in code.</summary>
    public required string Fix { get; init; }

    /// <summary>What a reader must know to judge the claim, such as different error counts.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];

    /// <summary>The two trials of the claim, or null.</summary>
    [JsonIgnore]
    public FindingPair? Pair => this is { Baseline: { } b, Counterfactual: { } c, Changed: { } changed, Metric: { } metric,
        Ratio: { } ratio }
        ? new(b, c, changed, metric, ratio)
        : null;
}

/// <summary>How well a claim is supported.</summary>
public enum FindingKind
{
    /// <summary>Proven: one factor was changed, the interval of its effect excludes "no effect", and the pair shows what the claim says.
    /// </summary>
    Finding,

    /// <summary>Consistent with the measurements, and not proven by a change, or by one that does not show all of the claim.</summary>
    Hint,
}

/// <summary>A process that is not at fault.</summary>
/// <param name="Process">Its name.</param>
/// <param name="Observation">What clears it.</param>
public sealed record ClearedProcess(string Process, string Observation);

/// <summary>The two trials of a claim.</summary>
/// <param name="Baseline">Id of the trial that shows the effect.</param>
/// <param name="Counterfactual">Id of the trial with one factor changed.</param>
/// <param name="Changed">The changed factor.</param>
/// <param name="Metric">Id of the compared metric.</param>
/// <param name="Ratio">The baseline's geometric mean divided by that of the counterfactual, with its interval or range.</param>
public sealed record FindingPair(string Baseline, string Counterfactual, ChangedFactor Changed, string Metric, Estimate Ratio);

/// <summary>The one factor in which two trials differ.</summary>
/// <param name="Factor">Name of the factor.</param>
/// <param name="From">Level of the baseline.</param>
/// <param name="To">Level of the counterfactual.</param>
public sealed record ChangedFactor(string Factor, string From, string To);

/// <summary>The prediction of a model and the measured value.</summary>
/// <param name="Formula">The model in words and symbols.</param>
/// <param name="Predicted">The predicted value.</param>
/// <param name="Measured">The measured value.</param>
/// <param name="Unit">Unit of both values.</param>
public sealed record ModelCheck(string Formula, double Predicted, double Measured, string Unit)
{
    /// <summary>The largest error of a model that counts and states none of its own, as a share of the measured value.</summary>
    public const double MaxError = 0.25;

    /// <summary>The error that the model states of itself, as a share of the measured value; null for <see cref="MaxError"/>.</summary>
    public double? StatedError { get; init; }

    /// <summary>Whether this is an accounting check: <see cref="Predicted"/> was measured in the same run, so that it says how much of the
    /// measured value one part of it explains, and predicts nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsAccounting { get; init; }

    /// <summary>Whether the model counts: it predicts the measured value within its error.</summary>
    [JsonIgnore]
    public bool Counts => Math.Abs(Predicted - Measured) <= (StatedError ?? MaxError) * Math.Abs(Measured);
}
