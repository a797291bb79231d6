namespace Fathom.Diagnosis.Experiments;

/// <summary>Two calls at once beside one call.</summary>
internal sealed class TwoCalls() : Experiment("two-calls")
{
    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.TwoAtOnce, Contrast.LaterCall];

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) => rounds * ((1.5 * seen.CallMs) + seen.LongestOf(2));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => "Makes one call, and two at once: does the second cost a second time?";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var singles = new List<double>();
        var ratios = await RatiosAsync(rounds,
            async () => (await service.RunAsync(new ServiceTrial { Calls = 2, AtOnce = 2 }, cancellation)).TotalMs,
            async () =>
            {
                singles.Add((await service.RunAsync(new ServiceTrial(), cancellation)).TotalMs);
                return singles[^1];
            });
        return [new(Contrast.TwoAtOnce, ratios), new(Contrast.LaterCall, [.. singles.Select(s => s / seen.CallMs)])];
    }
}
