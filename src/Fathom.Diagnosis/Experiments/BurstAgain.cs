namespace Fathom.Diagnosis.Experiments;

/// <summary>The same calls at once again and again, with PING and no-op calls on another connection.</summary>
internal sealed class BurstAgain() : Experiment("burst-again")
{
    // A service that serves one at a time is tried with fewer at once, so that all rounds take this long.
    private const double AllMs = 12_000;
    private const int MinCalls = 6;
    private const int MinWaves = 2;

    // Pauses before rounds are spread evenly up to this, whatever their number: multiples of the golden ratio.
    private const double MaxAfterMs = 250;
    private const double Golden = 0.618034;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } =
    [
        Contrast.SameAgain, Contrast.BurstTime, Contrast.LaterBursts, Contrast.WaitAgain, Contrast.LongCallsAgain, Contrast.FurtherCall,
        Contrast.FirstEnded, Contrast.HalfEnded, Contrast.HalfOfAll, Contrast.AboveSingle, Contrast.OthersBeside, Contrast.PingBeside,
        Contrast.NoOpBeside, Contrast.PingOfNoOp, Contrast.LongestStop, Contrast.LongestNoOp, Contrast.LibraryBeside, Contrast.ShortGaps,
        Contrast.NoOpsAtOnce, Contrast.NoOpsBeyond, Contrast.ServerBusy, Contrast.ComputedForEach, Contrast.ServerDemand,
        Contrast.Throttled, Contrast.IdleProcessors, Contrast.OthersGrow,
    ];

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        rounds * ((MaxAfterMs / 2) + seen.CallMs + seen.NoOpMs + (CallsOf(seen, rounds) * (seen.StepMs + seen.NoOpStepMs)));

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) =>
        $"Makes {seen.Calls} calls at once again and again, with PING and no-op calls on another connection.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var calls = CallsOf(seen, rounds);
        var bursts = new List<ServiceTrialResult>();
        var noOps = new List<double>();
        for (var i = 0; i < rounds; i++)
        {
            bursts.Add(await service.RunAsync(
                new ServiceTrial { Calls = calls, AtOnce = calls, IsWatched = true, AfterMs = i * Golden % 1 * MaxAfterMs }, cancellation));
            noOps.Add((await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls, IsNoOp = true }, cancellation)).TotalMs);
        }

        return
        [
            new SpreadReading(Contrast.SameAgain, Steps([.. bursts.Select(b => b.TotalMs)]), Steps(seen.Singles)),
            new(Contrast.BurstTime, [.. bursts.Select(b => b.TotalMs)]),
            new(Contrast.LaterBursts, [.. bursts.Select(b => Math.Max(0, b.TotalMs - seen.CallMs) / (calls - 1) / seen.StepMs)]),
            new ShareReading(Contrast.WaitAgain, bursts.Count(b => seen.HasWaited(b.TotalMs, calls)), bursts.Count),
            .. NoOpsBeyond(seen, calls, noOps),
            .. LongCalls(seen, calls, bursts),
            .. WaitingBursts.Read(seen, [.. bursts.Zip(noOps).Where(b => seen.HasWaited(b.First.TotalMs, calls))]),
        ];
    }

    // Each over the one before, so that a machine that becomes slower meanwhile (by a sixth, of a service whose calls took turns) is none
    // that varies. The ratio of two varies 1.4 times as much as one does.
    private static IReadOnlyList<double> Steps(IReadOnlyList<double> times) =>
        [.. times.Skip(1).Zip(times, (later, before) => Math.Pow(later / before, 1 / Math.Sqrt(2)))];

    /// <summary>Calls of each round.</summary>
    public static int CallsOf(BurstFacts seen, int rounds) =>
        (int)Math.Clamp(((AllMs / rounds) - seen.CallMs - seen.NoOpMs) / (seen.StepMs + seen.NoOpStepMs),
            Math.Min(Math.Max(MinCalls, MinWaves * seen.Served), seen.Calls), seen.Calls);

    // No-op calls wait for streams, too, each for a round trip.
    private static IEnumerable<Reading> NoOpsBeyond(BurstFacts seen, int calls, IReadOnlyList<double> noOps) =>
        seen.StreamLimit < calls ? [] : [new(Contrast.NoOpsBeyond,
            [.. noOps.Select(n => (((n - seen.NoOpMs) / (calls - 1)) - (seen.NoOpMs - seen.PingMs)) / seen.StepMs)])];

    // As many at once as at first: with fewer, fewer wait.
    private static IEnumerable<Reading> LongCalls(BurstFacts seen, int calls, IReadOnlyList<ServiceTrialResult> bursts) =>
        calls == seen.Calls && seen.FirstMs.Count(seen.TakesLong) is > 0 and var first
            ? [new FrequencyReading(Contrast.LongCallsAgain, bursts.Sum(b => b.EndMs.Count(seen.TakesLong)), calls * bursts.Count,
                first, seen.FirstMs.Count)]
            : [];
}
