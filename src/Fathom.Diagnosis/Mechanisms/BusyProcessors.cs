using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls compute, on fewer processors than there are calls.</summary>
/// <param name="onOwnThreads">Whether they do so on threads that serve no calls, one for each call, as is seen where a pool of .NET serves
/// them, and its processors are not read. A no-op call finds a thread then, and the kernel soon gives it a processor.</param>
internal sealed class BusyProcessors(bool onOwnThreads)
    : Mechanism("cpu-saturation", onOwnThreads ? "processors on which calls compute, on threads of their own"
        : "processors on which calls compute")
{
    // How long a goroutine computes before another does (forcePreemptNS of Go's runtime). The kernel changes threads sooner: of 32 that
    // compute for 4 ms each on one processor the first ended after 31 to 58 times as long, as of those that compute for 20.
    private const double GoTurnMs = 10;
    private const double ThreadTurnMs = 5;

    // Of the processors that other programs leave it.
    private const double LeastOfRest = 0.3;

    // Two programs that compute, each on a processor of its own, took 0.94 to 1.42 times as long as one, median 1.08: they share caches,
    // memory and what the machine does besides.
    private const double MostOfSecond = 1.5;

    // Times as long as its share of the processors lets it: without a pool of threads a no-op call waits for no turn.
    private const double MaxShares = 3;

    /// <inheritdoc/>
    public override string Fix => """
        # where the processors' time goes, on the server, while it is called
        fathom doctor --pid PID
        # then less work in a call, more processors, or fewer calls at once than wait now
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen is { IsNode: true, Processors: null }
        ? "one event loop computes on one processor, and what its pool of threads computes is not read"
        : onOwnThreads && !seen.IsDotNet ? "its library may serve calls on such threads itself"
        : onOwnThreads && seen.Processors is not null ? "its processors are read: what they are used for says it of all threads"
        : onOwnThreads && !AreShared(seen).Any() ? "calls are too short to tell whether they take turns" : WhyProcessorsWereLeft(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        .. seen.IsCrowded ? [NotThrottled, NoOpsHoldLittle] : FixedCapacity(seen).Concat(OfTwoCalls(seen)), HalfLate,
        .. seen.Processors is { } all ? FillsAll(seen, all) : [],
        .. onOwnThreads ? AreShared(seen)
            // Who computes on other threads than those that serve calls fills the processors, too.
            : BesideServing(seen).Select(p => p with { IsOptional = seen.Processors is not null && !seen.IsNode }),
    ];

    private static IEnumerable<Prediction> FillsAll(BurstFacts seen, double processors) =>
    [
        .. FillsProcessors(seen, processors),
        new(Contrast.ComputedForEach, double.NegativeInfinity, BurstFacts.MinCostly, "a call computes as much alone"),
        // Threads that only wake up wait for a processor, too, where other programs fill them.
        .. !seen.IsCrowded ? (Prediction[])[] :
        [
            new(Contrast.ServerBusy, LeastOfRest * processors * (1 - seen.OthersShare!.Value), double.PositiveInfinity,
                "calls compute on what other programs leave"),
        ],
    ];

    private static IEnumerable<Prediction> BesideServing(BurstFacts seen)
    {
        foreach (var other in Others(seen))
        {
            yield return other;
        }

        // Where as many threads as processors serve calls, none is left, and each call is served to its end.
        var hasThreads = seen.IsCCore && seen.Served < 2;
        if (hasThreads)
        {
            yield return ThreadIsLeft(seen);
        }

        if ((seen.IsGo || hasThreads) && FirstLate(seen, seen.IsGo ? GoTurnMs : ThreadTurnMs) is { } late)
        {
            yield return late;
        }

        if (!seen.IsNode && NoOpsCompute(seen) is { } shared)
        {
            yield return shared;
        }
    }

    // They take turns, and a no-op call computes beside them. Measured beside 32 on two processors: it took 14 times as long as alone, and
    // the longest 0.06 to 0.13 of the time of all.
    private static IEnumerable<Prediction> AreShared(BurstFacts seen)
    {
        List<Prediction> shared =
            [.. new[] { LibraryIsSlow(seen, double.PositiveInfinity), FirstLate(seen, ThreadTurnMs) }.OfType<Prediction>()];
        return shared is [] ? []
            : shared.Append(new(Contrast.NoOpBeside, double.NegativeInfinity, 0.2, "calls hold no thread that a no-op call needs"));
    }

    // Threads beside an event loop leave it its turn: a no-op call waits for what the loop itself does for each call.
    private static IEnumerable<Prediction> Others(BurstFacts seen) => !seen.IsNode
        ? OthersCompute(seen, seen.IsGo ? MaxShares * seen.Calls / Math.Max(1, ProcessorsOf(seen)) : double.PositiveInfinity)
        : OthersGoOn(seen, "the event loop is free")
            .Select(p => p with { High = p.High + (seen.NoOpStepMs * seen.Calls / seen.BurstMs) });

    private static double ProcessorsOf(BurstFacts seen) => seen.Processors ?? seen.OwnMs / seen.StepMs;

    private static IEnumerable<Prediction> OfTwoCalls(BurstFacts seen) => ProcessorsOf(seen) switch
    {
        > 1.6 =>
        [
            PingIsFree, SecondIsFree("a second call has a processor of its own") with { High = MostOfSecond },
        ],
        < 1.3 => [SecondCosts(seen, "two calls share one processor")],
        _ => [],
    };
}
