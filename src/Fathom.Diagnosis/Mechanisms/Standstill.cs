using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Something that every call needs stands still now and then, for less than half of the time and whether calls come or not: an
/// index that is built again, a file that is written. Calls that come meanwhile wait for its end together, and others not at all.</summary>
internal sealed class Standstill() : Mechanism("method-waits", "something that all of them need and that stands still now and then")
{
    // Half of the calls of a row come while nothing stands still, and wait for no other.
    private const double MostOfOne = 1.5;

    /// <inheritdoc/>
    public override string Fix => """
        # see what calls wait for while it stands still, on the server, while it is called
        fathom doctor --pid PID
        // what is built again now and then is built beside what is in use, which it then takes the place of:
        Volatile.Write(ref _index, await BuildAsync());
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, PingIsFree, OneLasts, NoCredit, SecondIsFree("most calls come between"), .. HoldsNothing,
        new(Contrast.WaitAgain, double.NegativeInfinity, 0.5, "calls that come between do not wait"),
        new(Contrast.RowOfBurst, double.NegativeInfinity, ((MostOfOne * seen.CallMs) + seen.NoOpBurstMs) / seen.BurstMs,
            "calls that come between do not wait"),
        AnyConnectionOfUneven,
        new(Contrast.LongPairs, UnevenCalls.PairsTogether, double.PositiveInfinity, "all calls in flight wait for its end"),
    ];
}
