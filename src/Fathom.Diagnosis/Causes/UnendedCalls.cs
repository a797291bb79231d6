using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>Calls of a client that begin and do not end, and hold streams of its connection.</summary>
internal static class UnendedCalls
{
    // Fewer may be subscriptions, opened one after another as a program starts.
    private const double Least = 8;

    /// <summary>Whether there are more of them than a program opens for good as it starts.</summary>
    public static bool HoldStreams(Evidence seen) => seen.Find(WatchQuantities.UnendedCalls) is { Value: >= Least };
}
