using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A few calls take much longer than others, and none waits for another: the longest of many is long.</summary>
internal sealed class LongTail() : Mechanism("method-waits", "a few calls that take long by themselves")
{
    /// <inheritdoc/>
    public override string Fix => """
        # nothing of gRPC's: see what the slow ones of the calls await, on the server, while it is called
        fathom doctor --pid PID
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        OneLasts, new(Contrast.LongAtFirst, double.NegativeInfinity, 0.5, "most calls are short"),
        LastsUneven, NotThrottled, PingIsFree,
        // The longer of two single calls is as long as the third quarter of them or longer, as often as not.
        SecondIsFree("calls do not wait for each other") with
        {
            High = HighAlike * seen.Singles.Order().ElementAt(3 * seen.Singles.Count / 4),
        },
        NoCredit, AnyConnectionOfUneven,
        new(Contrast.AboveSingle, double.NegativeInfinity, MostAboveSingle, "calls at once take as long as single ones"),
        new(Contrast.HalfEnded, double.NegativeInfinity, 1.5 + (OwnWorkMs(seen) / seen.CallMs), "most calls are short"),
        new(Contrast.HalfOfAll, double.NegativeInfinity, 0.75, "the longest are much longer than half of the calls"),
        .. HoldsNothing.Select(p => p.Of == Contrast.OthersBeside ? p with { High = p.High + (2 * OwnWorkMs(seen) / seen.BurstMs) } : p),
        new(Contrast.LongCallsAgain, 0.5, 2, "a call takes long whenever it comes"),
        // Not what they wait for: calls that begin at once do, for a moment.
        .. ProcessorsAreLeft(seen).Select(p => p with { Of = Contrast.ServerBusy, Why = "a call that takes long finds a processor" }),
        new(Contrast.LongPairs, double.NegativeInfinity, UnevenCalls.PairsAlone, "a call that takes long makes no other one do"),
    ];

    // A C core works off what calls do one at a time, as an event loop does, and no-op calls show a part of it: half of the calls at once
    // wait for as much again.
    private static double OwnWorkMs(BurstFacts seen) => seen.IsCCore || seen.IsNode ? seen.ComputedMs : 0;
}
