using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls at once fill the processors with what one alone does not compute: threads that spin until it is their turn, work that
/// threads do anew that start for calls at once, transactions that are tried again.</summary>
internal sealed class CostlyBesideOthers()
    : Mechanism("cpu-saturation", "processors on which a call computes more beside others than alone")
{
    /// <inheritdoc/>
    public override string Fix => """
        # what computes only while calls are made at once, on the server
        fathom doctor --pid PID
        # threads that spin for a turn: a lock that waits, or none; what each thread has of its own (thread_local, [ThreadStatic]): made
        # once for all; what is tried again where another call was first: in turn from the start
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.IsNode ? "one event loop computes on one processor"
        : seen is not { Processors: not null, ComputedAloneMs: not null } ? "what the server's process computes is not read"
        : !seen.IsCostlyBeside ? "each of the first calls at once computed no more than one alone" : WhyProcessorsWereLeft(seen);

    // Steady it is not: fewer at once, or another number in flight, compute less each.
    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, PingIsFree, OneLasts, NoCredit, AnyConnectionOfUneven, HalfLate,
        .. OthersCompute(seen, double.PositiveInfinity).Select(p => p with { IsOptional = true }),
        .. FillsProcessors(seen, seen.Processors ?? 1),
        new(Contrast.ComputedForEach, BurstFacts.MinCostly, double.PositiveInfinity, "each computes what one alone does not"),
    ];
}
