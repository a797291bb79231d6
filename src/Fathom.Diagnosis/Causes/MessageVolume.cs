using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>Whether requests and replies of calls at once are so large that moving them takes the time: of the path, or of the
/// processors.</summary>
internal static class MessageVolume
{
    // Together at least this much; on their way for this share of a call, or coming at this rate (bytes/ms).
    private const double ManyBytes = 16 << 20;
    private const double LeastStreamShare = 0.3;
    private const double LeastBytesPerMs = 100_000;

    /// <summary>The bytes of all calls at once.</summary>
    public static double OfBurst(Evidence seen) => seen.Value(ServiceQuantities.BurstCalls)
        * ((seen.Find(ServiceQuantities.ReplyBytes)?.Value ?? 0) + (seen.Find(PathQuantities.RequestBytes)?.Value ?? 0));

    /// <summary>Whether they take the time of the calls at once.</summary>
    public static bool TakesTheTime(Evidence seen)
    {
        var (bytes, stream) = (OfBurst(seen), seen.Find(BehaviourQuantities.StreamTime)?.Value ?? 0);
        return bytes >= ManyBytes && (stream >= LeastStreamShare * seen.Value(ServiceQuantities.CallTime)
            || bytes >= LeastBytesPerMs * seen.Value(ServiceQuantities.BurstTime));
    }
}
