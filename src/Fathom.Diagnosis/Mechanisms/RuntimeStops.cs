using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>The whole runtime stops after so much work, as its garbage collector makes it: everything waits, PING included, also beside
/// one call at a time.</summary>
internal sealed class RuntimeStops() : Mechanism("gc-pauses", "stops of the whole runtime, as its collector makes them")
{
    // Stops shorter than this are noise of the path and of the processors.
    private const double MinStopMs = 12;
    private const double MinStopped = 0.05;

    // It stops after so much work: for as long after one call, on average, as a further call adds; of that shorter stops are not seen.
    private const double MinOfStep = 0.3;

    /// <inheritdoc/>
    public override string Fix => """
        // allocate less for each call: pooled buffers, no large arrays, no GC.Collect()
        var buffer = ArrayPool<byte>.Shared.Rent(size);
        // or collect on threads of its own, with less stopped at a time, in the project file:
        <ServerGarbageCollector>true</ServerGarbageCollector>
        <ConcurrentGarbageCollection>true</ConcurrentGarbageCollection>
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.IsNode ? "the event loop on which calls compute is a rival of its own"
        : seen.AnswersPingOutside ? "PING is answered outside of its runtime" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, new(Contrast.PingStops, Math.Max(MinStopped, MinOfStep * seen.StepMs / (seen.CallMs + seen.StepMs)),
            double.PositiveInfinity, "the whole server stops as long for one call as each further one takes"),
        new(Contrast.LongestStop, MinStopMs, double.PositiveInfinity, "the whole server stops"),
        new(Contrast.ServerBusy, 0.15, double.PositiveInfinity, "who collects computes"),
        new(Contrast.OthersBeside, 0.15, double.PositiveInfinity, "the whole server stops"),
        new(Contrast.QuotaGrid, double.NegativeInfinity, 0.5, "it stops after so much work, at no fixed times"),
    ];
}
