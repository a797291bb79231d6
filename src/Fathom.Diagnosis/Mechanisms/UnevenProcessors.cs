using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Some calls compute many times as long as others, as where one of several servers does: together they fill the processors, and
/// the others end early.</summary>
internal sealed class UnevenProcessors()
    : Mechanism("cpu-saturation", "processors on which some calls compute much longer than others")
{
    /// <inheritdoc/>
    public override string Fix => """
        # which calls compute long, and where: the same request each time? one of several servers? On each of these, while it is called
        fathom doctor --pid PID
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.IsNode ? "one event loop computes on one processor"
        : !seen.AreSinglesUneven ? "single calls take about as long as each other" : WhyProcessorsWereLeft(seen);

    /// <inheritdoc/>
    public override string? WhyNotProven(BurstFacts seen) =>
        seen.Processors is null ? "what the server's process computes is not read" : null;

    // When they end depends on how many of them are long. A call alone is either.
    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, PingIsFree, NoOpsHoldLittle, AnyConnectionOfUneven, LastsUneven,
        WithinCall with { High = WithinCall.High * seen.MeanOwnMs / seen.OwnMs },
        .. OthersCompute(seen, double.PositiveInfinity).Select(p => p with { IsOptional = seen.Processors is not null }),
        .. seen.Processors is { } all ? FillsProcessors(seen, all) : [],
        new(Contrast.ComputedForEach, double.NegativeInfinity, BurstFacts.MinCostly, "a call computes as much alone"),
    ];
}
