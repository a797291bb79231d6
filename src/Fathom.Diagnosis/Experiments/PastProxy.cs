namespace Fathom.Diagnosis.Experiments;

/// <summary>The same calls at once through the proxy before the service, and past it.</summary>
internal sealed class PastProxy() : Experiment("past-proxy")
{
    private static readonly ProbeConnectionOptions Direct = ProbeConnectionOptions.Default with { IsDirect = true };

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.PastProxy];

    /// <inheritdoc/>
    public override bool CanRun(BurstFacts seen) => seen.AnswersDirectly;

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        2 * rounds * (seen.CallMs + (SpreadOverConnections.CallsOf(seen) * seen.StepMs));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) =>
        $"Makes {SpreadOverConnections.CallsOf(seen)} calls at once, through the proxy and past it.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var calls = SpreadOverConnections.CallsOf(seen);
        var all = new ServiceTrial { Calls = calls, AtOnce = calls };
        return
        [
            new(Contrast.PastProxy, await RatiosAsync(rounds,
                async () => (await service.RunAsync(all with { Options = Direct }, cancellation)).TotalMs,
                async () => (await service.RunAsync(all, cancellation)).TotalMs)),
        ];
    }
}
