using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>What a limit of calls at a time predicts.</summary>
internal static class LimitPredictions
{
    /// <summary>As many calls as there are places take the time of one, and one more that of two.</summary>
    public static IReadOnlyList<Prediction> HasPlaces(BurstFacts seen)
    {
        // What any calls at once take of each other's time.
        var each = Math.Min(seen.NoOpStepMs, seen.StepMs) * (seen.Served - 1) / seen.CallMs;
        return
        [
            new(Contrast.AllServed, LowAlike, 1.35 + each, "each has a place of its own"),
            new(Contrast.OneMore, (1 + (0.7 * seen.Served * seen.LeastStepMs / seen.CallMs)) / (1 + each), 2.3,
                "one more waits for a place"),
        ];
    }

    /// <summary>What a limit of calls at a time gives that all methods share, and that neither holds a thread nor computes.</summary>
    public static IEnumerable<Prediction> LimitsAll(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity(seen).Concat(OffGrid(seen)))
        {
            yield return prediction;
        }

        yield return PingIsFree;
        yield return seen.Served == 1 ? SecondCosts(seen, "a second call waits for the first")
            : SecondIsFree("a second call has a place of its own");
        yield return InTurn;
        foreach (var prediction in HoldsNoThread(seen).Concat(seen.Served < 2 ? [] : HasPlaces(seen)).Concat(ProcessorsAreLeft(seen)))
        {
            yield return prediction;
        }
    }

    /// <summary>What a limit of calls at a time on each connection gives.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="isOfOne">Whether it lets one call in at a time.</param>
    public static IEnumerable<Prediction> LimitsEachConnection(BurstFacts seen, bool isOfOne)
    {
        // It is held for the way to the server and back, too.
        var most = WithinCall.High * seen.CallMs / seen.OwnMs;
        return
        [
            NotThrottled, PingIsFree, Repeats, Lasts, OneLasts, Steady, WaitsInRow, NoCredit, InTurn,
            isOfOne ? SecondCosts(seen, "a second call waits for the first") : SecondIsFree("a second call is let in, too"),
            WithinCall with { High = most }, WithinCallOfFew with { High = most },
            new(Contrast.FourConnections, double.NegativeInfinity, 0.75, "each connection has a limit of its own"),
            new(Contrast.NoOpBesideFew, double.NegativeInfinity, 0.15, "another connection has a limit of its own"),
            .. OffGrid(seen), .. seen.Served < 2 ? [] : HasPlaces(seen),
        ];
    }
}
