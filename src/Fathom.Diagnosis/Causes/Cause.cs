using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Comparing;

namespace Fathom.Diagnosis.Causes;

/// <summary>
/// A cause of slow calls: what it needs to see, what it predicts, which change proves it, and the fix. A cause reads observations and
/// knows no study. Its page is <c>docs/findings/ID.md</c>. Stateless.
/// </summary>
/// <param name="id">Its name, as in records.</param>
/// <param name="provenBy">The quantities of which a change proves it; null for none.</param>
public abstract class Cause(string id, IReadOnlyList<Quantity>? provenBy = null)
{
    /// <summary>The name of the cause, as in records.</summary>
    public string Id { get; } = id;

    /// <summary>The quantities that must have been observed of the baseline; without one of them the cause is not judged. By default
    /// those that probes from outside observe.</summary>
    public virtual IReadOnlyList<Quantity> RequiredInStudy => RequiredFromOutside;

    /// <summary>The quantities of which a change proves the cause: a comparison changes one of them; empty where
    /// nothing around a program and on the caller's side can.</summary>
    public IReadOnlyList<Quantity> ProvenBy { get; } = provenBy ?? [];

    /// <summary>Whether it only says what a healthy call is bound by: there is nothing to fix.</summary>
    public virtual bool IsInformation => false;

    /// <summary>The quantities of a watched process by which the cause is suspected or ruled out; empty for a cause that watching a
    /// process does not show.</summary>
    public virtual IReadOnlyList<Quantity> RequiredFromWatch => [];

    /// <summary>Suspects the cause, or rules it out, by what was seen of one process, without a comparison.</summary>
    /// <param name="seen">What probes observed of the process.</param>
    /// <returns>Null where a quantity that it needs was not observed, and for a cause that watching a process does not show.</returns>
    public Screening? Screen(Evidence seen) => RequiredFromWatch.Count > 0 && RequiredFromWatch.All(seen.Has) ? ScreenProcess(seen) : null;

    /// <summary>The quantities that probes of a service from outside observe, by which the cause is suspected or ruled out; empty for a
    /// cause that such probes do not show.</summary>
    public virtual IReadOnlyList<Quantity> RequiredFromOutside => [];

    /// <summary>Suspects the cause, or rules it out, by what probes observed of a service from outside.</summary>
    /// <param name="seen">What they observed.</param>
    /// <returns>Null where a quantity that it needs was not observed, and for a cause that such probes do not show.</returns>
    public Screening? ScreenService(Evidence seen) =>
        RequiredFromOutside.Count > 0 && RequiredFromOutside.All(seen.Has) ? ScreenProbed(seen) : null;

    /// <summary>Judges a comparison that probes made from outside, with one thing changed on their own side.</summary>
    /// <param name="comparison">What was observed of the service as it is, and with the change.</param>
    /// <returns>The proof; null where the difference is not supported, or the rest of the evidence contradicts it.</returns>
    public Conclusion? JudgeService(Comparison comparison) =>
        comparison.Difference.Supported && RequiredFromOutside.All(comparison.Baseline.Has) ? ProveProbed(comparison) : null;

    /// <summary>Judges a comparison of a program with the same under one change around it.</summary>
    /// <param name="comparison">What was observed of both.</param>
    /// <returns>The proof; null where the difference is not supported, or the rest of the evidence contradicts it.</returns>
    public Conclusion? JudgeProgram(Comparison comparison) =>
        comparison.Difference.Supported && RequiredFromWatch.All(comparison.Baseline.Has) ? ProveProgram(comparison) : null;

    /// <summary>Judges a comparison.</summary>
    /// <param name="comparison">A baseline, and the same with one thing changed.</param>
    /// <returns>What the evidence carries: a proof where the difference is supported, else a suspicion; null where it carries
    /// neither.</returns>
    public Conclusion? Judge(Comparison comparison) =>
        !RequiredInStudy.All(comparison.Baseline.Has) ? null
        : comparison.Difference.Asks == ComparisonQuestion.Equivalence
            ? comparison.Difference.Supported ? ProveEquivalence(comparison) : null
        : comparison.Difference.Supported ? Prove(comparison)
        : Hint(comparison);

    /// <summary>What clears a process of this cause: the observation, as a few words; null where nothing does.</summary>
    /// <param name="comparison">A comparison in which another process is at fault, with the observations of this one.</param>
    public virtual string? Clears(Comparison comparison) => null;

    /// <summary>Suspects the cause of a watched process, or rules it out.</summary>
    /// <param name="seen">All of <see cref="RequiredFromWatch"/> was observed.</param>
    protected virtual Screening? ScreenProcess(Evidence seen) => null;

    /// <summary>Suspects the cause of a service, or rules it out.</summary>
    /// <param name="seen">All of <see cref="RequiredFromOutside"/> was observed.</param>
    protected virtual Screening? ScreenProbed(Evidence seen) => null;

    /// <summary>The diagnosis of a supported comparison that probes made from outside; by default that of any comparison.</summary>
    /// <param name="comparison">All of <see cref="RequiredFromOutside"/> was observed.</param>
    protected virtual Conclusion? ProveProbed(Comparison comparison) => Judge(comparison);

    /// <summary>The diagnosis of a supported comparison of a program; by default that of any comparison.</summary>
    /// <param name="comparison">All of <see cref="RequiredFromWatch"/> was observed.</param>
    protected virtual Conclusion? ProveProgram(Comparison comparison) => Judge(comparison);

    /// <summary>The diagnosis of a comparison whose difference is supported; null where the rest of the evidence contradicts
    /// it.</summary>
    /// <param name="comparison">All needed quantities were observed.</param>
    protected virtual Conclusion? Prove(Comparison comparison) => null;

    /// <summary>The diagnosis of a change that was shown to make no difference; null by default.</summary>
    /// <param name="comparison">All needed quantities were observed, and the ratio lies within the margin.</param>
    protected virtual Conclusion? ProveEquivalence(Comparison comparison) => null;

    /// <summary>What can be said although the difference proves nothing; null by default.</summary>
    /// <param name="comparison">All needed quantities were observed.</param>
    protected virtual Conclusion? Hint(Comparison comparison) => null;
}

/// <summary>What a cause says of the evidence.</summary>
/// <param name="Claim">The claim in one sentence, with its figures.</param>
/// <param name="Fix">What to change, as code where code is meant.</param>
public sealed record Conclusion(string Claim, string Fix)
{
    /// <summary>Where a formula governs: predicted beside measured.</summary>
    public ModelCheck? Model { get; init; }

    /// <summary>The share of the time that the cause costs, 0 to 1, where that is not what the change saved; null where it is.</summary>
    public double? Share { get; init; }

    /// <summary>What the pair does not show although the claim says it: the claim is then a hint, and this its caveat. Null for a claim
    /// that the pair shows.</summary>
    public string? NotShown { get; init; }

    /// <summary>The claim without what the model predicts, for a model that does not count; null where the claim has nothing of
    /// it.</summary>
    public string? ClaimWithoutModel { get; init; }
}
