using Fathom.Diagnosis.Experiments;
using Fathom.Records;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Work that a connection does for each call, one call at a time: its reading, its TLS, its middleware. It may compute or
/// wait.</summary>
internal sealed class BusyConnection() : Mechanism("one-connection-cpu-limit", "the work of one connection")
{
    // What comes after a call's end, such as credit for the bytes of its reply, is work as well: a call right after another one waits for
    // that, too.
    private const double MostOfCall = 2;

    private static readonly Prediction WithinWork = WithinCall with { High = MostOfCall };
    private static readonly Prediction WithinWorkOfFew = WithinCallOfFew with { High = MostOfCall };

    /// <inheritdoc/>
    public override string Fix => """
        // client: several channels, taken in turn; each has a connection of its own
        private static readonly GrpcChannel[] Channels = [.. Enumerable.Range(0, 4).Select(_ => GrpcChannel.ForAddress(address))];
        // server: nothing slow in a connection's middleware (ListenOptions.Use); or several small messages in one
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.IsNode ? "one event loop serves all connections" : null;

    /// <inheritdoc/>
    public override ModelCheck? ModelOf(BurstFacts seen) => new(
        "n x c + S; n calls at once, c what as many no-op calls take, divided by n, S the time of one",
        Math.Round(seen.NoOpBurstMs - seen.NoOpMs + seen.CallMs, 1), seen.BurstMs, "ms");

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        // Two at a time where there are two processors; half way from there to one.
        var calls = SpreadOverConnections.CallsOf(seen);
        var two = (seen.CallMs + (calls / 2 * seen.StepMs)) / (seen.CallMs + (calls * seen.StepMs));
        return
        [
            NotThrottled, PingIsFree, SecondCosts(seen, "a second call waits for the connection"), Repeats, Lasts, OneLasts,
            Steady, WaitsInRow, HalfLate, WithinWork, WithinWorkOfFew, .. EachCosts(seen),
            .. OffGrid(seen),
            new(Contrast.FourConnections, double.NegativeInfinity, (1 + two) / 2, "several connections work at a time"),
            new(Contrast.NoOpBeside, double.NegativeInfinity, 0.25, "another connection works beside it"),
            new(Contrast.NoOpsAtOnce, 0.5, double.PositiveInfinity, "a no-op call takes the same work"),
        ];
    }
}
