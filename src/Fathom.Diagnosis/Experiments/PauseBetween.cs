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
    public override IReadOnlyList<Contrast> Measures { get; } = [Contrast.AfterPause, Contrast.LongAfterPause];

    /// <inheritdoc/>
    public override IEnumerable<Contrast> MeasuresOf(BurstFacts seen, int rounds) =>
        Measures.Where(c => c != Contrast.LongAfterPause || seen.AreSinglesUneven);

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
        var afterPause = new List<double>();
        // The first call of a trial starts at any time. Those right after each other find what the pauses left, such as tokens: as many as
        // of calls at once end first come first.
        var ratios = await RatiosAsync(rounds, PausedAsync, async () => Sample.Median([.. await CallsAsync(seen.EndFirst, 0)]));
        return
        [
            new(Contrast.AfterPause, ratios),
            .. seen.AreSinglesUneven
                ? [new ShareReading(Contrast.LongAfterPause, afterPause.Count(seen.IsLongOfUneven), afterPause.Count)] : (Reading[])[],
        ];

        async Task<double> PausedAsync()
        {
            var paused = await CallsAsync(1, PauseOf(seen));
            afterPause.AddRange(paused);
            return Sample.Median([.. paused]);
        }

        async Task<IReadOnlyList<double>> CallsAsync(int before, double pauseMs) =>
            [.. (await service.RunAsync(new ServiceTrial { Calls = before + calls, PauseMs = pauseMs }, cancellation)).CallMs.Skip(before)];
    }

    // Calls right after each other take the time that each further one adds, where that is longer.
    private static double CallMs(BurstFacts seen) => Math.Max(seen.CallMs, seen.StepMs);

    private static int CallsOf(BurstFacts seen, int rounds) =>
        (int)Math.Clamp(AimMs / rounds / (CallMs(seen) + seen.CallMs + PauseOf(seen)), MinCalls, MaxCalls);

    /// <summary>The pause, ms: until just after tokens have come. What ends at each tick of a timer ends almost a turn later.</summary>
    public static double PauseOf(BurstFacts seen) => Math.Min(seen.EndsInGroups ? 1.1 * seen.TurnMs : 1.2 * seen.StepMs, MaxPauseMs);
}
