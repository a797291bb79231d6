using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.EventLoopBlocked;

/// <summary>
/// The cause where a call holds the thread for a few milliseconds, which nothing notices beside one, and many at once hold it for as long
/// as all of them take: 32 calls that compute 3 ms took 129 ms, and a no-op call on another connection 122 ms. Of servers that are known
/// to answer on one thread.
/// </summary>
internal static class HeldByMany
{
    private const double LeastMs = 2;
    private const double LeastNoOpShare = 0.5;
    private const double LeastPingShare = 0.25;
    private const double LeastTimes = 3;

    /// <summary>Suspects it; null where it does not apply.</summary>
    public static Screening? Screen(Evidence seen, string fix)
    {
        if (seen.Find(BehaviourQuantities.Library) is not { Value: "grpc-js" } || !seen.Has(ServiceQuantities.NoOpBurstTime)
            || !seen.Has(ServiceQuantities.LoadedPing) || !seen.Has(ServiceQuantities.LoadedTcp))
        {
            return null;
        }

        var (call, burst) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.BurstTime));
        var (longest, ping) = (seen.Value(ServiceQuantities.LongestNoOp), seen.Value(ServiceQuantities.LoadedPing));
        var tcp = seen.Value(ServiceQuantities.LoadedTcp);
        return call - seen.Value(ServiceQuantities.NoOpTime) < LeastMs || !BurstQueue.Grows(seen)
            || !BurstQueue.HoldsOthers(seen, LeastNoOpShare) || ping < LeastPingShare * longest
            ? null
            : Screening.Suspect(1 - (call / burst),
                $"{FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls))} calls at once take {FigureText.Duration(burst)}, one "
                    + $"{FigureText.Duration(call)}, and meanwhile on another connection a no-op call up to {FigureText.Duration(longest)} "
                    + $"and PING up to {FigureText.Duration(ping)}; TCP connects in {FigureText.Duration(tcp)}",
                fix, "the same no-op calls beside one call at a time");
    }

    /// <summary>Proves it: beside one call at a time everything else answers.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix) => comparison.Difference.Ratio.Value < LeastTimes ? null : new(
        "The calls hold the one thread of the server, one after another: a no-op call on another connection takes up to "
            + $"{FigureText.Duration(comparison.Before)} beside "
            + $"{FigureText.Whole(comparison.Baseline.Value(ServiceQuantities.BurstCalls))} calls, and "
            + $"{FigureText.Duration(comparison.After)} beside one at a time, with nothing else changed. PING waits as well, and the "
            + "kernel accepts connections at once.", fix);
}
