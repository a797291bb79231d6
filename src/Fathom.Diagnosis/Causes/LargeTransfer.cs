using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>What causes of large requests and replies ask first.</summary>
public static class LargeTransfer
{
    /// <summary>What a cause of large replies reads first.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
        [ServiceQuantities.ReplyBytes, ServiceQuantities.CallTime, ServiceQuantities.PingTime];

    /// <summary>The share of a call's time between the first and the last byte of its reply; 0 where the path does not matter.</summary>
    public static double TransferShare(Evidence seen) =>
        Reads.All(seen.Has) && PathReach.WhyNoReply(seen) is null && seen.Find(PathQuantities.TransferTime) is { Value: var time }
            && seen.Value(ServiceQuantities.CallTime) is > 0 and var call ? Math.Min(1, time / call) : 0;

    /// <summary>Why a reply does not wait for its first round trips, as a clause; null where it may.</summary>
    /// <param name="seen">All of <see cref="Reads"/> was observed.</param>
    public static string? WhyNoStart(Evidence seen) =>
        PathReach.WhyNoReply(seen) ?? PathReach.WhyNoStart(seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.PingTime));
}
