using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CpuSaturation;

/// <summary>
/// The cause as probes from outside see it: calls at once keep all processors of the server busy, so that no more are served at a time than
/// there are processors, and everything else waits with them. A hint: what the processors do is seen in the process.
/// </summary>
internal static class SaturatedServer
{
    // Less processor time of a call is worth no examination.
    private const double LeastMs = 5;

    // What has no part in the calls waits with them.
    private const double LeastNoOpShare = 0.25;

    // Blocking calls are more at a time than processors: the pool adds threads for them.
    private const double MostTimesProcessors = 1.25;

    private const string Fix = """
        # where the processors' time goes, on the server, while it is called
        fathom doctor --pid PID
        # then less work in a call, more processors, or fewer calls at once than wait now
        """;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        ServiceQuantities.CallTime, ServiceQuantities.NoOpTime, ServiceQuantities.BurstCalls, ServiceQuantities.BurstTime,
        ServiceQuantities.NoOpBurstTime, ServiceQuantities.LongestNoOp, ServiceQuantities.LoadedTcp, ServiceQuantities.ServerProcessors,
    ];

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen)
    {
        var (call, calls) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.BurstCalls));
        var burst = seen.Value(ServiceQuantities.BurstTime);
        var longest = seen.Value(ServiceQuantities.LongestNoOp);
        var (processors, atOnce) = (seen.Value(ServiceQuantities.ServerProcessors), BurstQueue.ServedAtATime(seen));
        var figures = $"{FigureText.Whole(calls)} calls at once take {FigureText.Duration(burst)}, one {FigureText.Duration(call)}, and a "
            + $"no-op call meanwhile up to {FigureText.Duration(longest)}";
        return call - seen.Value(ServiceQuantities.NoOpTime) < LeastMs || !BurstQueue.Grows(seen)
            || !BurstQueue.HoldsOthers(seen, LeastNoOpShare)
            || seen.Find(BehaviourQuantities.Library) is { Value: "grpc-js" }
                ? Screening.RuleOut(figures)
            : CodecTime.TakesTheTime(seen)
                ? Screening.RuleOut($"{figures}, and {FigureText.Number(100 * CodecTime.Share(seen))} % of a call is compression")
            : MessageVolume.TakesTheTime(seen)
                ? Screening.RuleOut($"{figures}; their messages have {FigureText.Whole(MessageVolume.OfBurst(seen))} bytes, and moving "
                    + "these takes processors, too")
            : atOnce > MostTimesProcessors * processors && !BurstQueue.KeepsProcessorsBusy(seen)
                ? Screening.RuleOut($"{figures}: {FigureText.Number(atOnce)} at a time, more than "
                    + $"{FigureText.Count(processors, "processor")} can compute")
            : BurstQueue.LeavesProcessorsIdle(seen)
                ? Screening.RuleOut($"{figures}, but {BurstQueue.Busy(seen)}")
            : BurstQueue.IsOneAtATime(seen)
                ? Screening.RuleOut($"{figures}, but one call is served at a time while {BurstQueue.Busy(seen)}")
            : Screening.Suspect(1 - (call / burst),
                $"{figures}: {FigureText.Number(atOnce)} at a time on {FigureText.Count(processors, "processor")}, and everything else "
                    + "waits with them", Fix,
                "the processor time of the server while it is called, seen with 'fathom doctor --pid PID'");
    }
}
