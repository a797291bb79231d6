using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls compute, on fewer processors than there are calls.</summary>
internal sealed class BusyProcessors : Mechanism
{
    // A no-op call that takes longer beyond PING than it varies by shows what computes beside it.
    private const double MinNoise = 2;

    // Times as long as its share of the processors lets it.
    private const double MaxShares = 3;

    /// <inheritdoc/>
    public override string Cause => "cpu-saturation";

    /// <inheritdoc/>
    public override string Name => "processors on which calls compute";

    /// <inheritdoc/>
    public override string Fix => """
        # where the processors' time goes, on the server, while it is called
        fathom doctor --pid PID
        # then less work in a call, more processors, or fewer calls at once than wait now
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.IsNode ? "one event loop computes on one processor" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity)
        {
            yield return prediction;
        }

        var processors = seen.Processors ?? seen.OwnMs / seen.StepMs;
        if (processors > 1.6)
        {
            yield return PingIsFree;
            yield return SecondIsFree("a second call has a processor of its own");
        }
        else if (processors < 1.3)
        {
            yield return SecondCosts(seen, "two calls share one processor");
        }

        yield return HalfLate;
        if (seen.Processors is { } all)
        {
            yield return new(Contrast.ServerDemand, BusyShare * all, double.PositiveInfinity, "the processors are busy");
        }

        if (seen.NoOpMs - seen.PingMs > MinNoise * seen.NoOpNoiseMs)
        {
            // Without a pool of threads it shares the processors and waits for no turn.
            var most = seen.IsGo ? MaxShares * seen.Calls / Math.Max(1, processors) : double.PositiveInfinity;
            yield return new(Contrast.LibraryBeside, 1.5, Math.Max(2, most), "a no-op call computes, too");
        }

        if (PingNeedsThread(seen) is { } ping)
        {
            yield return ping;
        }

        if (NoOpsCompute(seen) is { } shared)
        {
            yield return shared;
        }
    }
}
