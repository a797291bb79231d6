using Fathom.Statistics;

namespace Fathom.Records.Doctors;

/// <summary>A cause in the verdict on a program or process.</summary>
public sealed record DoctorCause
{
    /// <summary>Id of the cause, which <c>docs/findings/ID.md</c> explains.</summary>
    public required string Id { get; init; }

    /// <summary>Whether a change proved it.</summary>
    public required FindingKind Kind { get; init; }

    /// <summary>The share of time that it costs, 0 to 1: proven, what the change saved; else what was observed of it.</summary>
    public required double Share { get; init; }

    /// <summary>The lower end of the interval of <see cref="Share"/>, 0 to 1; null where it has none, and in records of earlier
    /// versions.</summary>
    public double? ShareLow { get; init; }

    /// <summary>Of which time it is a share, as <c>the time of 32 calls at once</c>; null for the time of the program, of the process or of
    /// one call.</summary>
    public string? ShareOf { get; init; }

    /// <summary>The claim of a finding in one sentence; null for a hint.</summary>
    public string? Claim { get; init; }

    /// <summary>The observations, as a sentence.</summary>
    public required string Evidence { get; init; }

    /// <summary>The change that proved it; null for a hint, and for a finding that was told apart from its rivals
    /// (<see cref="DoctorRecord.Rivals"/>).</summary>
    public DoctorProof? Proof { get; init; }

    /// <summary>Of a hint: which change would prove it, and why that was not done; null for a finding.</summary>
    public string? WouldProve { get; init; }

    /// <summary>The predicted and the measured value where a formula describes the cause and agrees; else null.</summary>
    public ModelCheck? Model { get; init; }

    /// <summary>What to change, as code where code is meant.</summary>
    public required string Fix { get; init; }

    /// <summary>What a reader must know to judge it.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];
}

/// <summary>A comparison of the unchanged program with the same under one change.</summary>
/// <param name="Variable">The variable of its environment.</param>
/// <param name="Value">Its value.</param>
/// <param name="Metric">What was compared.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Before">Median of the unchanged program.</param>
/// <param name="After">Median under the change.</param>
/// <param name="Ratio">Before over after, by geometric means, with its interval.</param>
/// <param name="PValue">Probability of such a ratio if the change made no difference (sign-flip test of pairs, one-sided), or, where none
/// was predicted, if it made one.</param>
/// <param name="Pairs">Number of pairs: of runs, or of trials.</param>
public sealed record DoctorProof(
    string Variable, string Value, string Metric, string Unit, double Before, double After, Estimate Ratio, double PValue, int Pairs)
{
    /// <summary>The range in which the ratio lies where the cause predicts that the change makes no difference; null where it predicts one,
    /// and in records of earlier versions.</summary>
    public ProofMargin? NoChange { get; init; }
}

/// <summary>A range of ratios that are no difference that matters.</summary>
/// <param name="Low">Its lower end, below 1.</param>
/// <param name="High">Its upper end, above 1.</param>
public sealed record ProofMargin(double Low, double High)
{
    /// <summary>That of a test of equivalence.</summary>
    public static ProofMargin Of(EquivalenceTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        return new(test.Low, test.High);
    }
}
