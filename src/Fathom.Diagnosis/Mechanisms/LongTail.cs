using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A few calls take much longer than others, and none waits for another: the longest of many is long.</summary>
internal sealed class LongTail : Mechanism
{
    /// <inheritdoc/>
    public override string Cause => "method-waits";

    /// <inheritdoc/>
    public override string Name => "a few calls that take long by themselves";

    /// <inheritdoc/>
    public override string Fix => """
        # nothing of gRPC's: see what the slow ones of the calls await, on the server, while it is called
        fathom doctor --pid PID
        """;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        OneLasts, new(Contrast.LongAtFirst, double.NegativeInfinity, 0.5, "most calls are short"),
        new(Contrast.LaterBursts, 0.2, 5, "calls are as uneven as at first"), NotThrottled, PingIsFree,
        SecondIsFree("calls do not wait for each other"), NoCredit,
        AnyConnectionOfUneven,
        new(Contrast.HalfEnded, double.NegativeInfinity, 1.5, "most calls are short"),
        new(Contrast.HalfOfAll, double.NegativeInfinity, 0.75, "the longest are much longer than half of the calls"),
        .. HoldsNothing, new(Contrast.LongCallsAgain, 0.5, 2, "a call takes long whenever it comes"),
        new(Contrast.LongPairs, double.NegativeInfinity, UnevenCalls.PairsAlone, "a call that takes long makes no other one do"),
    ];
}
