using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>What others wait for beside one call at a time that holds a server's only thread.</summary>
public static class HeldThread
{
    // A call that holds the thread holds a no-op call for half of its time on average; what waits for less is not held by it.
    private const double MinMs = 8;
    private const double MinTimes = 5;

    /// <summary>Whether one call holds others: what a no-op call takes beside it, and alone, ms.</summary>
    public static bool IsSeen(double beside, double alone) => beside >= Math.Max(MinMs, MinTimes * alone);

    /// <summary>The same of what probes observed; false where calls were not made beside the method.</summary>
    public static bool IsSeen(Evidence seen) => seen.Find(BehaviourQuantities.NoOpBesideOne) is { Value: var beside }
        && IsSeen(beside, seen.Value(ServiceQuantities.NoOpTime));
}
