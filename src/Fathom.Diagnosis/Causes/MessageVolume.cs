using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes;

/// <summary>Whether requests and replies of calls at once are so large that moving them takes the time: of the path, or of the
/// processors.</summary>
public static class MessageVolume
{
    /// <summary>Messages that come at this rate wait for the path, or for the processors that move them, bytes/ms.</summary>
    public const double MovingBytesPerMs = 100_000;

    // Together at least this much, and on their way for this share of a call.
    private const double ManyBytes = 16 << 20;
    private const double MinStreamShare = 0.3;

    /// <summary>Bytes of a request and its reply.</summary>
    public static double OfCall(Evidence seen) =>
        (seen.Find(ServiceQuantities.ReplyBytes)?.Value ?? 0) + (seen.Find(PathQuantities.RequestBytes)?.Value ?? 0);

    /// <summary>Why moving them takes the time of so many calls at once, as a clause; null where it does not.</summary>
    public static string? WhyTheyTakeTime(Evidence seen, int calls)
    {
        var (each, call) = (OfCall(seen), seen.Value(ServiceQuantities.CallTime));
        return calls * each >= ManyBytes && (each >= MovingBytesPerMs * call
            || (seen.Find(BehaviourQuantities.StreamTime) is { Value: var stream } && stream >= MinStreamShare * call))
                ? $"their messages have {FigureText.Size(calls * each)} together, and moving these takes the time" : null;
    }
}
