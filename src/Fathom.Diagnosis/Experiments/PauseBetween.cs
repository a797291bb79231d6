using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>Calls one at a time, right after each other and with a pause between.</summary>
internal sealed class PauseBetween : Experiment
{
    private const int Calls = 4;
    private const double MaxPauseMs = 300;

    /// <inheritdoc/>
    public override string Id => "pause-between";

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.AfterPause];

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) => rounds * Calls * ((2 * seen.CallMs) + PauseOf(seen));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => "Makes calls one at a time, with a pause between and without.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        return [new(Contrast.AfterPause, await RatiosAsync(rounds, () => CallAsync(PauseOf(seen)), () => CallAsync(0)))];

        // The first call of a trial starts at any time.
        async Task<double> CallAsync(double pauseMs) => Sample.Median(
            [.. (await service.RunAsync(new ServiceTrial { Calls = Calls, PauseMs = pauseMs }, cancellation)).CallMs.Skip(1)]);
    }

    private static double PauseOf(BurstFacts seen) => Math.Min(1.2 * seen.StepMs, MaxPauseMs);
}
