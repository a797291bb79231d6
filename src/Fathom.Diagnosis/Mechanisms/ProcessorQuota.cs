using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A quota of processor time (CFS, periods of 100 ms): when it is used up, the whole process stops until the period
/// ends.</summary>
internal sealed class ProcessorQuota() : Mechanism("cpu-quota-throttling", "a quota of processor time")
{
    private const double MinStopMs = 12;

    // Of the time of calls at once that wait for it.
    private const double LeastThrottled = 0.02;

    /// <inheritdoc/>
    public override string Fix => """
        # raise or remove the limit; keep the request
        resources:
          requests: { cpu: "1" }
          # no limits.cpu
        # or use fewer threads than the limit allows processors: DOTNET_PROCESSOR_COUNT=1
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.FirstThrottled is < LeastThrottled
        ? "none held the server back while the first calls at once waited" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        yield return AnyConnection;
        yield return new(Contrast.LaterCalls, 0.7, 1.4, "each period has the same quota");
        yield return new(Contrast.LaterBursts, 0.4, 3, "each period has the same quota");
        yield return WaitsInRow;
        yield return new(Contrast.Throttled, 0.1, double.PositiveInfinity, "the quota is used up");
        yield return new(Contrast.QuotaGrid, 0.5, double.PositiveInfinity, "calls end while a period's quota lasts");
        // To the C core, and to a proxy, few PINGs are sent, at the start of the calls; a proxy is another process.
        yield return new(seen.AnswersPingOutside ? Contrast.LongestNoOp : Contrast.LongestStop, MinStopMs, double.PositiveInfinity,
            "the whole process stops");
    }
}
