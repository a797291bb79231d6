using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SerialisedHandler;

/// <summary>
/// The cause as probes from outside see it: calls at once end one by one, or a few at a time, while other methods and PING answer as ever,
/// and four connections help nothing. Proven where one call in flight more than are served at a time gets the same done in the same time.
/// </summary>
internal static class ServiceQueue
{
    // Processor time of the calls themselves, which no-op calls have as well, is no queue.
    private const double LeastMs = 10;

    // A no-op call meanwhile that takes longer than this part of a call waits too: for processors or threads, not for a lock.
    private const double MostNoOpShare = 0.25;
    private const double MostNoOpMs = 2;

    // Nor does one wait for this share of the burst, although others are answered before and after: calls that compute hold the threads.
    private const double MostLongestShare = 0.25;

    // A call that spends this part of its time between the first and the last byte of its reply waits for the path, not for a lock.
    private const double MostTransfer = 0.5;

    private const string Fix = """
        // nothing slow under a lock that every call takes, and no pool of one connection behind the method:
        // prepare it outside, or let as many in as what is behind it can bear, and hold no thread while a call waits
        private static readonly SemaphoreSlim Gate = new(Environment.ProcessorCount);
        await Gate.WaitAsync(context.CancellationToken);
        """;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        ServiceQuantities.CallTime, ServiceQuantities.NoOpTime, ServiceQuantities.BurstCalls, ServiceQuantities.BurstTime,
        ServiceQuantities.SpreadBurstTime, ServiceQuantities.NoOpBurstTime, ServiceQuantities.LoadedNoOp,
    ];

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen)
    {
        var (call, calls) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.BurstCalls));
        var (burst, four) = (seen.Value(ServiceQuantities.BurstTime), seen.Value(ServiceQuantities.SpreadBurstTime));
        var noOps = seen.Value(ServiceQuantities.NoOpBurstTime);
        var meanwhile = seen.Value(ServiceQuantities.LoadedNoOp);
        var isOneAtATime = BurstQueue.IsOneAtATime(seen);
        var longest = seen.Find(ServiceQuantities.LongestNoOp)?.Value ?? 0;
        var othersWait = meanwhile > Math.Max(MostNoOpMs, MostNoOpShare * call) || longest > MostLongestShare * burst;
        var figures = $"{FigureText.Whole(calls)} calls at once take {FigureText.Duration(burst)}, one {FigureText.Duration(call)}";
        return !BurstQueue.Grows(seen) || burst - noOps < LeastMs
                ? Screening.RuleOut($"{figures}, as many no-op calls {FigureText.Duration(noOps)}")
            : BurstQueue.IsFasterOverFour(seen)
                ? Screening.RuleOut($"{figures}, and over four connections {FigureText.Duration(four)}: the connection holds them")
            : BurstQueue.IsWithinSpread(seen)
                ? Screening.RuleOut($"{figures}, and up to {FigureText.Duration(seen.Value(ServiceQuantities.LongCallTime))} alone: the "
                    + "longest of many takes as long, and none waits for others")
            : BurstQueue.EndsWithFew(seen)
                ? Screening.RuleOut($"{figures}, but half of them had ended in "
                    + $"{FigureText.Number(100 * (1 - seen.Value(ServiceQuantities.BurstTail)))} % of that: a few take longer than others, "
                    + "and none waits for them")
            : MessageVolume.TakesTheTime(seen)
                ? Screening.RuleOut($"{figures}, and their messages have {FigureText.Whole(MessageVolume.OfBurst(seen))} bytes, which the "
                    + "path or the processors hold up")
            : othersWait && !isOneAtATime
                ? Screening.RuleOut($"{figures}, and a no-op call meanwhile {FigureText.Duration(meanwhile)}, and up to "
                    + $"{FigureText.Duration(longest)}: not this method alone waits")
            : CodecTime.TakesTheTime(seen)
                ? Screening.RuleOut($"{figures}, and {FigureText.Number(100 * CodecTime.Share(seen))} % of a call is compression: calls "
                    + "wait for processors")
            : LargeTransfer.TransferShare(seen) is > MostTransfer and var share
                ? Screening.RuleOut($"{figures}; a reply comes for {FigureText.Number(100 * share)} % of that")
            : Screening.Suspect(1 - (call / burst),
                $"{figures}; over four connections they take {FigureText.Duration(four)}, while a no-op call takes "
                    + $"{FigureText.Duration(meanwhile)}: about {BurstQueue.ServedAtOnce(seen)} at a time"
                    + (othersWait ? $", while {BurstQueue.Busy(seen)}. A no-op call meanwhile took up to "
                        + $"{FigureText.Duration(longest)}: calls hold threads while they wait" : ""),
                Fix,
                "as many calls, with one more in flight than are served at a time, take no longer");
    }

    /// <summary>Proves it: fewer calls in flight make no difference.</summary>
    public static Conclusion? Prove(Comparison comparison)
    {
        if (comparison.Difference.Asks != ComparisonQuestion.Equivalence || !Screen(comparison.Baseline).IsSuspected)
        {
            return null;
        }

        var most = BurstQueue.ServedAtOnce(comparison.Baseline);
        return new Conclusion(
            $"The method serves {(most == 1 ? "one call at a time" : $"about {most} calls at a time")}: the same calls take "
                + $"{FigureText.Duration(comparison.Before)} all at once and {FigureText.Duration(comparison.After)} with "
                + $"{comparison.Change.To} in flight. More callers get no more done; each waits for those before it.", Fix);
    }
}
