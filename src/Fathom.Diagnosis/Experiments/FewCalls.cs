namespace Fathom.Diagnosis.Experiments;

/// <summary>Hardly more calls at once than are served at a time, with no-op calls on another connection: are threads left?</summary>
internal sealed class FewCalls() : Experiment("few-calls")
{
    private const int Waiting = 2;
    private const int NoOps = 3;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.NoOpBesideFew, Contrast.FurtherOfFew];

    /// <inheritdoc/>
    public override bool CanRun(BurstFacts seen) => CallsOf(seen) < seen.Calls;

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        rounds * (seen.LongestOf(CallsOf(seen)) + (CallsOf(seen) * seen.StepMs));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) =>
        $"Makes {CallsOf(seen)} calls at once, with no-op calls on another connection.";

    /// <summary>Calls of each round.</summary>
    public static int CallsOf(BurstFacts seen) => seen.Served + Waiting;

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var calls = CallsOf(seen);
        List<ServiceTrialResult> waited = [];
        for (var i = 0; i < rounds; i++)
        {
            var few = await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls, IsWatched = true }, cancellation);
            if (seen.HasWaited(few.TotalMs, calls))
            {
                waited.Add(few);
            }
        }

        return waited.Count == 0 ? [] :
        [
            Of(Contrast.NoOpBesideFew, f => Math.Max(0, f.Beside.NoOps.Take(NoOps).Max() - seen.NoOpMs) / f.TotalMs),
            Of(Contrast.FurtherOfFew, f => (f.TotalMs - seen.CallMs) / (calls - 1) / seen.OwnMs),
        ];

        Reading Of(Contrast contrast, Func<ServiceTrialResult, double> value) =>
            new(contrast, [.. waited.Select(value)]);
    }
}
