namespace Fathom.Diagnosis.Experiments;

/// <summary>No-op calls at once, alone and while as many calls of the method are kept in flight.</summary>
internal sealed class NoOpsBeside() : Experiment("no-ops-beside")
{
    // The messages of many calls take their time on the way: with the round trip alone 99 of 107 worlds with a small pool of threads were
    // named, and with this 105.
    private const double MostBeforeMs = 50;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.NoOpsBesideCalls];

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) => rounds * (seen.BurstMs + seen.NoOpBurstMs);

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) =>
        $"Makes {seen.Calls} no-op calls at once, alone and beside as many calls of the method.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var noOps = new ServiceTrial { Calls = seen.Calls, AtOnce = seen.Calls, IsNoOp = true };
        var beside = noOps with { CallsBeside = seen.Calls, BesideForMs = Math.Round(Math.Min(MostBeforeMs, seen.CallMs)) };
        return
        [
            new(Contrast.NoOpsBesideCalls, await RatiosAsync(rounds,
                async () => (await service.RunAsync(beside, cancellation)).TotalMs,
                async () => (await service.RunAsync(noOps, cancellation)).TotalMs)),
        ];
    }
}
