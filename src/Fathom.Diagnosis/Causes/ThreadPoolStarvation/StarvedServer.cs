using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ThreadPoolStarvation;

/// <summary>
/// The cause as probes from outside see it: calls at once hold every thread of the server's pool, so that no-op calls, and on Kestrel PING,
/// wait on other connections too, while the kernel accepts connections as fast as ever. Proven by the same no-op calls beside one call.
/// </summary>
internal static class StarvedServer
{
    // A no-op call waits for most of the time that the calls at once take, and for longer than busy processors delay one.
    private const double LeastWaitMs = 250;

    // Where processors idle nothing but a thread is waited for. Beside 32 handlers that sleep for 60 ms a no-op call took 240 ms.
    private const double LeastIdleWaitMs = 50;
    private const double LeastTimesIdle = 10;
    private const double LeastShareOfBurst = 0.4;

    // In the rounds the pool has grown already: less is left of the wait, in some more than in others. Where blocked tasks make it grow at
    // once, the medians were 4 to 9 times as long in seven examinations, and by the geometric means of all rounds 15 to 25 times.
    private const double LeastTimesLater = 3;

    // Calls that compute are no more at a time than processors. Measured on two: 4.5 of 32 blocking calls, 0.5 of 32 compressing ones.
    private const double LeastTimesProcessors = 1.25;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        ServiceQuantities.Server, ServiceQuantities.NoOpTime, ServiceQuantities.CallTime, ServiceQuantities.BurstCalls,
        ServiceQuantities.BurstTime, ServiceQuantities.LongestNoOp, ServiceQuantities.LoadedPing, ServiceQuantities.LoadedTcp,
    ];

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen, string fix)
    {
        var (idle, loaded) = (seen.Value(ServiceQuantities.NoOpTime), seen.Value(ServiceQuantities.LongestNoOp));
        var (call, burst) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.BurstTime));
        var (calls, tcp) = (seen.Value(ServiceQuantities.BurstCalls), seen.Value(ServiceQuantities.LoadedTcp));
        var figures = $"a no-op call takes {FigureText.Duration(idle)} on an idle server and up to {FigureText.Duration(loaded)} beside "
            + $"{FigureText.Whole(calls)} calls, PING up to {FigureText.Duration(seen.Value(ServiceQuantities.LoadedPing))} "
            + $"({seen.Value(ServiceQuantities.Server)}), and TCP connects in {FigureText.Duration(tcp)}";
        var leastWait = BurstQueue.LeavesProcessorsIdle(seen) ? LeastIdleWaitMs : LeastWaitMs;
        if (loaded < Math.Max(leastWait, LeastTimesIdle * idle) || !BurstQueue.HoldsOthers(seen, LeastShareOfBurst))
        {
            return Screening.RuleOut(figures);
        }

        if (seen.Find(BehaviourQuantities.Library) is { Value: "grpc-js" })
        {
            return Screening.RuleOut($"{figures}; grpc-js answers on one thread, and has no pool of them for calls");
        }

        if (CodecTime.TakesTheTime(seen))
        {
            return Screening.RuleOut($"{figures}; {FigureText.Number(100 * CodecTime.Share(seen))} % of a call is compression, which keeps "
                + "processors busy");
        }

        if (BurstQueue.IsOneAtATime(seen))
        {
            return Screening.RuleOut($"{figures}, but one call is served at a time while {BurstQueue.Busy(seen)}: calls wait for each "
                + "other, and hold threads meanwhile");
        }

        var atOnce = BurstQueue.ServedAtATime(seen);
        return seen.Find(ServiceQuantities.ServerProcessors) is { Value: var processors } && atOnce < LeastTimesProcessors * processors
            && !BurstQueue.LeavesProcessorsIdle(seen)
            ? Screening.RuleOut($"{figures}, but no more than {FigureText.Number(atOnce)} calls are served at a time by "
                + $"{FigureText.Count(processors, "processor")}, which may be busy")
            : Screening.Suspect(1 - (call / burst), figures + Ends(seen), fix, "the same no-op calls beside one call at a time");
    }

    /// <summary>Proves it: with one call in flight everything else answers at once.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        return comparison.Difference.Ratio.Value < LeastTimesLater ? null : new Conclusion(
            "The server has no thread free for other work while its calls are in progress: a no-op call takes up to "
                + $"{FigureText.Duration(comparison.Before)} beside {FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls))} calls, "
                + $"and {FigureText.Duration(comparison.After)} beside one at a time. Its handlers block threads of the pool"
                + (seen.Has(ServiceQuantities.ServerProcessors) ? "." : ", or keep all processors busy."), fix);
    }

    private static string Ends(Evidence seen) => seen.Find(ServiceQuantities.BurstTail) is { Value: < 0.2 and var tail }
        ? $"; the last half of the calls ended within {FigureText.Number(100 * tail)} % of the time, as answers do that wait for a thread"
        : "";
}
