using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>Calls one at a time, right after each other and with a pause between.</summary>
internal sealed class PauseBetween() : Experiment("pause-between")
{
    private const double AimMs = 9_000;
    private const int MinCalls = 1;
    private const int MaxCalls = 3;
    private const double MaxPauseMs = 500;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.AfterPause];

    /// <inheritdoc/>
    public override bool CanRun(BurstFacts seen) => !seen.EndsOnTicks;

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        rounds * (((seen.EndFirst + CallsOf(seen, rounds)) * CallMs(seen)) + ((1 + CallsOf(seen, rounds)) * (seen.CallMs + PauseOf(seen))));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => "Makes calls one at a time, with a pause between and without.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var calls = CallsOf(seen, rounds);
        // The first call of a trial starts at any time. Those right after each other find what the pauses left, such as tokens: as many as
        // of calls at once end first come first.
        return [new(Contrast.AfterPause, await RatiosAsync(rounds, () => CallAsync(1, PauseOf(seen)), () => CallAsync(seen.EndFirst, 0)))];

        async Task<double> CallAsync(int before, double pauseMs) => Sample.Median(
        [
            .. (await service.RunAsync(new ServiceTrial { Calls = before + calls, PauseMs = pauseMs }, cancellation)).CallMs.Skip(before),
        ]);
    }

    // Calls right after each other take the time that each further one adds, where that is longer.
    private static double CallMs(BurstFacts seen) => Math.Max(seen.CallMs, seen.StepMs);

    private static int CallsOf(BurstFacts seen, int rounds) =>
        (int)Math.Clamp(AimMs / rounds / (CallMs(seen) + seen.CallMs + PauseOf(seen)), MinCalls, MaxCalls);

    // Just after tokens have come: what ends at each tick of a timer ends almost a turn later.
    private static double PauseOf(BurstFacts seen) => Math.Min(seen.EndsInGroups ? 1.1 * seen.TurnMs : 1.2 * seen.StepMs, MaxPauseMs);
}
