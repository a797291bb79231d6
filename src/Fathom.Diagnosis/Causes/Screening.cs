namespace Fathom.Diagnosis.Causes;

/// <summary>What watching one process says of a cause, before anything is changed.</summary>
/// <param name="IsSuspected">Whether the cause may cost time; false where the observations rule it out.</param>
/// <param name="Share">The share of the watched time that it may cost at most, 0 to 1; 0 where it is ruled out.</param>
/// <param name="Evidence">The observations that say so, as one sentence with figures.</param>
/// <param name="Fix">What to change, as code where code is meant; empty where the cause is ruled out.</param>
/// <param name="Proof">Which change would prove it; empty where the cause is ruled out.</param>
public sealed record Screening(bool IsSuspected, double Share, string Evidence, string Fix, string Proof)
{
    /// <summary>The smallest share of time that is worth a change: less cannot give a ratio of 1.1.</summary>
    public const double MinShare = 0.1;

    /// <summary>From this share on something takes most of the time, and names it.</summary>
    public const double Most = 0.5;

    /// <summary>What a call to a method that does not exist takes beyond PING.</summary>
    public const string NoOpBeyondPing = "no-op beyond PING";

    /// <summary>What some calls take longer than the others.</summary>
    public const string NowAndThen = "some calls beyond the others";

    /// <summary>The part of a call's time by which it is suspected, where another cause may be as well; null for others. Causes of one part
    /// are not told apart.</summary>
    public string? Part { get; init; }

    /// <summary>Whether the process itself was seen at it: it comes before what was told from outside.</summary>
    public bool IsSeenInside { get; init; }

    /// <summary>Whether it is what is left where nothing else was seen: it comes after what was.</summary>
    public bool IsByExclusion { get; init; }

    /// <summary>The cause may cost this share of the time.</summary>
    public static Screening Suspected(double share, string evidence, string fix, string proof) =>
        new(true, Math.Clamp(share, 0, 1), evidence, fix, proof);

    /// <summary>The cause costs nothing that matters.</summary>
    public static Screening RuleOut(string evidence) => new(false, 0, evidence, "", "");
}
