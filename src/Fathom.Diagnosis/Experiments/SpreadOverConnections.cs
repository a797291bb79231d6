namespace Fathom.Diagnosis.Experiments;

/// <summary>The same calls at once on one connection, and spread over four.</summary>
internal sealed class SpreadOverConnections() : Experiment("four-connections")
{
    private const int Connections = 4;
    private const int MinCalls = 8;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.FourConnections];

    // What differs between connections is no matter of how many there are.
    /// <inheritdoc/>
    public override bool CanRun(BurstFacts seen) => !seen.ConnectionsDiffer;

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) => 2 * rounds * (seen.CallMs + (CallsOf(seen) * seen.StepMs));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => $"Makes {CallsOf(seen)} calls at once, on one connection and over {Connections}.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var all = new ServiceTrial { Calls = CallsOf(seen), AtOnce = CallsOf(seen) };
        return
        [
            new(Contrast.FourConnections, await RatiosAsync(rounds,
                async () => (await service.RunAsync(all with { Connections = Connections }, cancellation)).TotalMs,
                async () => (await service.RunAsync(all, cancellation)).TotalMs)),
        ];
    }

    /// <summary>Calls at once: enough that each connection has a queue of its own, and that they wait for longer than a call
    /// takes.</summary>
    public static int CallsOf(BurstFacts seen) => (int)Math.Clamp(
        Math.Max(Connections * seen.Served, 2 * seen.CallMs / seen.StepMs), Math.Min(MinCalls, seen.Calls), seen.Calls);
}
