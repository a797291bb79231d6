namespace Fathom.TestKit.Worlds;

/// <summary>How often examinations of worlds were right.</summary>
/// <param name="outcomes">The worlds; those whose fault is slight are left out.</param>
public sealed class WorldTally(IEnumerable<WorldOutcome> outcomes)
{
    // Beside a fault that costs less, "healthy" is nearly right.
    private const double MinCostOfHealthy = 0.2;

    private readonly IReadOnlyList<WorldOutcome> _all = [.. outcomes.Where(o => !o.IsSlight)];

    /// <summary>Worlds.</summary>
    public int Worlds => _all.Count;

    /// <summary>Worlds with one fault that the examination knows.</summary>
    public int Known => KnownWorlds.Count();

    /// <summary>A right cause is all that is named.</summary>
    public int Alone => KnownWorlds.Count(o => o.HasTruth && o.Verdict.Causes.Count == 1);

    /// <summary>A right cause is among at most two.</summary>
    public int AmongTwo => KnownWorlds.Count(o => o.HasTruth && o.Verdict.Causes.Count <= 2);

    /// <summary>A right cause is among those named.</summary>
    public int Named => KnownWorlds.Count(o => o.HasTruth);

    /// <summary>A wrong cause is all that is named.</summary>
    public int WrongAlone => KnownWorlds.Count(o => !o.HasTruth && o.Verdict.Causes.Count == 1);

    /// <summary>A wrong cause is said to be found, in any world.</summary>
    public int WrongProven => _all.Count(o => o.Verdict.IsProven && !o.HasTruth);

    /// <summary>The same where the examination knows what is wrong.</summary>
    public int WrongProvenOfKnown => KnownWorlds.Count(o => o.Verdict.IsProven && !o.HasTruth);

    /// <summary>A right cause is said to be found.</summary>
    public int Proven => KnownWorlds.Count(o => o.Verdict.IsProven && o.HasTruth);

    /// <summary>Worlds with one known fault that costs a fifth or more.</summary>
    public int Costly => KnownWorlds.Count(o => o.Cost >= MinCostOfHealthy);

    /// <summary>Of these, those that are called healthy.</summary>
    public int CostlyHealthy => KnownWorlds.Count(o => o.Cost >= MinCostOfHealthy && o.Verdict.IsHealthy);

    /// <summary>Worlds in which nothing is wrong.</summary>
    public int Sound => _all.Count(o => o.Kind == FaultKind.None);

    /// <summary>Of these, those with a cause; that the method itself takes most of a call is none, and that calls wait for the few threads
    /// that there are is right.</summary>
    public int SoundWithCause => _all.Count(o => o.Kind == FaultKind.None && !o.HasTruth
        && o.Verdict.Causes.Any(c => o.Verdict.IsProven || c != WorldTruth.MethodWaits));

    /// <summary>Mean time of an examination, seconds of virtual time.</summary>
    public double MeanSeconds => Worlds == 0 ? 0 : _all.Average(o => o.Verdict.Seconds);

    private IEnumerable<WorldOutcome> KnownWorlds => _all.Where(o => WorldTruth.IsKnown(o.Kind));
}
