using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.LimitPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Several places that calls take in turn and that hold no thread: a gate of some, a pool of connections behind the
/// method.</summary>
internal sealed class SeveralPlaces() : Mechanism("serialised-handler", "several places that calls take in turn")
{
    // Where the path or the machine spreads calls' ends as much as this, none are together.
    private const double MaxSpread = 0.2;

    /// <inheritdoc/>
    public override string Fix => """
        // more places: a larger pool of connections behind the method, or a wider gate, as far as what is behind it can bear
        var source = NpgsqlDataSource.Create(connectionString + ";Maximum Pool Size=64");
        // Node: threads beside the event loop (UV_THREADPOOL_SIZE, 4 where it is not set), as far as there are processors
        // or less time in each: what holds a place and need not, before it is taken or after it is given back
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.Served < 2 ? "each further call adds the time of one" : WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity(seen).Concat(OffGrid(seen)))
        {
            yield return prediction;
        }

        yield return PingIsFree;
        yield return LeavesOthers(seen);
        yield return SecondIsFree("a second call has a place of its own");
        yield return new(Contrast.NoOpBesideFew, double.NegativeInfinity, 0.15, "who waits for a place holds no thread");
        yield return InTurn;
        // What blocks a thread of the pool starves it: that is another mechanism's.
        foreach (var prediction in HasPlaces(seen).Concat(ProcessorsAreLeft(seen))
            .Concat(OthersGoOn(seen, "who waits for a place holds no thread")))
        {
            yield return prediction;
        }

        if (seen.Singles.Max(s => Math.Abs(Math.Log(s))) * seen.CallMs < MaxSpread * seen.StepMs)
        {
            yield return new(Contrast.ShortGaps, 0.3, double.PositiveInfinity, "calls that began together end together");
        }
    }
}
