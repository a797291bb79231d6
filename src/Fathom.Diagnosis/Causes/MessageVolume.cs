using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes;

/// <summary>Whether requests and replies of calls at once are so large that moving them takes the time: of the path, or of the
/// processors.</summary>
public static class MessageVolume
{
    // Together at least this much; on their way for this share of a call, or coming at this rate (bytes/ms).
    private const double ManyBytes = 16 << 20;
    private const double LeastStreamShare = 0.3;
    private const double LeastBytesPerMs = 100_000;

    /// <summary>Why moving them takes the time of so many calls at once, as a clause; null where it does not.</summary>
    public static string? WhyTheyTakeTime(Evidence seen, int calls)
    {
        var each = (seen.Find(ServiceQuantities.ReplyBytes)?.Value ?? 0) + (seen.Find(PathQuantities.RequestBytes)?.Value ?? 0);
        var (call, stream) = (seen.Value(ServiceQuantities.CallTime), seen.Find(BehaviourQuantities.StreamTime)?.Value ?? 0);
        return calls * each >= ManyBytes && (stream >= LeastStreamShare * call || each >= LeastBytesPerMs * call)
            ? $"their messages have {FigureText.Size(calls * each)} together, and moving these takes the time" : null;
    }
}
