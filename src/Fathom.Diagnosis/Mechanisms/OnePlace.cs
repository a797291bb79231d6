using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>One place that calls take in turn: a lock, a gate of one, one connection to what is behind the method.</summary>
/// <param name="isPolled">Whether calls that wait for it ask again after a while, so that it is empty until one does: a lock in a database,
/// a file or Redis.</param>
internal sealed class OnePlace(bool isPolled)
    : Mechanism("serialised-handler", isPolled ? "one place for which calls ask again and again" : "one place that calls take in turn")
{
    // Where it is empty for longer than it is held, half of many calls have ended after 0.17 of the time: the sum of 1/n.
    private const double LeastOfHalf = 0.15;

    // Of the time that the method itself takes.
    private const double LeastOfSecond = 0.3;

    /// <inheritdoc/>
    public override string Fix => isPolled ? """
        // wait to be told in place of asking again: a queue in the server, or a lock that wakes who waits for it
        private static readonly SemaphoreSlim Gate = new(1);
        await Gate.WaitAsync(context.CancellationToken);
        // or ask again sooner, hold it for less time, or have a lock for each key
        """ : """
        // nothing slow under a lock that every call takes, and no pool of one connection behind the method:
        // prepare it outside, or let as many in as what is behind it can bear, and hold no thread while a call waits
        private static readonly SemaphoreSlim Gate = new(Environment.ProcessorCount);
        await Gate.WaitAsync(context.CancellationToken);
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => isPolled ? WhyThreadsWereHeld(seen) : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) => isPolled ? OfPolling(seen) : InOrder(seen);

    private static IEnumerable<Prediction> InOrder(BurstFacts seen)
    {
        // A thread that waits for it blocks, so that replies of .NET may wait for one, some until the end.
        foreach (var prediction in FixedCapacity(seen).Concat(EachCosts(seen)).Concat(seen.IsDotNet ? [] : OffGrid(seen)))
        {
            yield return prediction;
        }

        if (!seen.IsNode)
        {
            yield return PingIsFree;
        }

        yield return LeavesOthers(seen);
        yield return SecondCosts(seen, "a second call waits for the first");
        yield return seen.IsDotNet ? HalfLate : InTurn;
        yield return new(Contrast.ServerBusy, double.NegativeInfinity, seen.Processors == 1 ? 0.85 : 1.25,
            "one call computes at a time, and a processor is left");
        if (!seen.IsCrowded)
        {
            // Who is in the place, who is woken for it, and the library: 1.6 to 3 was measured on processors that others fill, median 2.1;
            // where 32 calls compute beside each other it was 3 to 14. Where others fill them, threads that only wake up wait, too: a lock
            // was taken for processors beside one program that computes.
            yield return new(Contrast.ServerDemand, double.NegativeInfinity, 2.5, "no other call could use one");
        }

        if (seen.IsCCore)
        {
            yield return ThreadIsLeft(seen);
        }

        if (seen.IsNode)
        {
            yield return new(Contrast.NoOpBeside, double.NegativeInfinity, 0.15, "who waits holds no loop");
        }
    }

    // It is empty until one asks: for as long as that takes, which is longer the fewer wait.
    private static IEnumerable<Prediction> OfPolling(BurstFacts seen) =>
    [
        NotThrottled, PingIsFree, Lasts, OneLasts, Steady, NoCredit, AnyConnection, NoOpsHoldLittle,
        InTurn with { Low = LeastOfHalf },
        // Where pauses become longer the more often a call has asked, the second call waits for less than one of many.
        new(Contrast.TwoAtOnce, 1 + (Math.Min(0.7 * seen.StepMs, LeastOfSecond * seen.OwnMs) / seen.CallMs), double.PositiveInfinity,
            "a second call waits for the first, and longer"),
        // Where it costs less, it is held no longer than a call takes: a place that calls take in turn.
        new(Contrast.FurtherOfFew, WithinCallOfFew.High, double.PositiveInfinity, "the fewer wait, the longer it is empty between two"),
        new(Contrast.AboveSingle, MostAboveSingle, double.PositiveInfinity, "most calls wait, and one alone does not"),
        LeavesProcessors("who waits computes nothing"), LeavesOthers(seen),
        .. OthersGoOn(seen, "who waits for it holds no thread"), .. seen.IsCCore ? [ThreadIsLeft(seen)] : Array.Empty<Prediction>(),
    ];
}
