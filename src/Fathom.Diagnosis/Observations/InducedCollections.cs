namespace Fathom.Diagnosis.Observations;

/// <summary>Collections that the program itself asks for, as by GC.Collect: no setting of the runtime leaves them out.</summary>
public static class InducedCollections
{
    // Libraries ask for one now and then, too.
    private const double MinShare = 0.5;

    /// <summary>Whether they are most of what was seen.</summary>
    public static bool AreMost(Evidence seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Find(WatchQuantities.InducedCollections) is { Value: var induced }
            && seen.Find(WatchQuantities.Collections) is { Value: var all } && induced > MinShare * all;
    }
}
