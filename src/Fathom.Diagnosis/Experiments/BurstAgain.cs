using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>The same calls at once again and again, with PING and no-op calls on another connection.</summary>
internal sealed class BurstAgain : Experiment
{
    // Of the time of the calls at once: a no-op call that waited for as long waited for what they do.
    private const double MinNoOpWait = 0.2;

    // A service that serves one at a time is tried with fewer at once, so that all rounds take this long.
    private const double AllMs = 12_000;
    private const int MinCalls = 6;

    /// <inheritdoc/>
    public override string Id => "burst-again";

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } =
    [
        Contrast.SameAgain, Contrast.BurstTime, Contrast.LaterBursts, Contrast.LongCallsAgain, Contrast.FurtherCall, Contrast.HalfEnded,
        Contrast.HalfOfAll, Contrast.OthersBeside, Contrast.PingBeside, Contrast.NoOpBeside, Contrast.PingOfNoOp, Contrast.LongestStop,
        Contrast.LibraryBeside, Contrast.ShortGaps, Contrast.NoOpsAtOnce, Contrast.ServerBusy, Contrast.ServerDemand, Contrast.Throttled,
    ];

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) =>
        rounds * (seen.CallMs + (CallsOf(seen, rounds) * seen.StepMs) + seen.NoOpBurstMs);

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
            bursts.Add(await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls, IsWatched = true }, cancellation));
            noOps.Add((await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls, IsNoOp = true }, cancellation)).TotalMs);
        }

        var median = Sample.Median([.. bursts.Select(b => b.TotalMs)]);
        return
        [
            new SpreadReading(Contrast.SameAgain, [.. bursts.Select(b => b.TotalMs / median)], seen.Singles),
            new(Contrast.BurstTime, [.. bursts.Select(b => b.TotalMs)]),
            new(Contrast.LaterBursts, [.. bursts.Select(b => Math.Max(0, b.TotalMs - seen.CallMs) / (calls - 1) / seen.StepMs)]),
            .. LongCalls(seen, calls, bursts),
            .. Waiting(seen, [.. bursts.Zip(noOps).Where(b => seen.HasWaited(b.First.TotalMs, calls))]),
        ];
    }

    /// <summary>Calls of each round.</summary>
    public static int CallsOf(BurstFacts seen, int rounds) =>
        (int)Math.Clamp(((AllMs / rounds) - seen.CallMs) / seen.StepMs, Math.Min(MinCalls, seen.Calls), seen.Calls);

    // As many at once as at first: with fewer, fewer wait.
    private static IEnumerable<Reading> LongCalls(BurstFacts seen, int calls, IReadOnlyList<ServiceTrialResult> bursts) =>
        calls == seen.Calls && seen.FirstMs.Count(seen.TakesLong) is > 0 and var first
            ? [new FrequencyReading(Contrast.LongCallsAgain, bursts.Sum(b => b.EndMs.Count(seen.TakesLong)), calls * bursts.Count,
                first, seen.FirstMs.Count)]
            : [];

    // What those show that waited.
    private static IEnumerable<Reading> Waiting(BurstFacts seen, IReadOnlyList<(ServiceTrialResult Burst, double NoOps)> rounds)
    {
        if (rounds.Count == 0)
        {
            return [];
        }

        List<Reading> readings =
        [
            Of(Contrast.FurtherCall, b => (b.TotalMs - seen.CallMs) / (b.EndMs.Count - 1) / seen.OwnMs),
            Of(Contrast.HalfOfAll, b => b.EndMs[b.EndMs.Count / 2] / b.TotalMs),
            Of(Contrast.HalfEnded, b => b.EndMs[b.EndMs.Count / 2] / seen.CallMs),
            Of(Contrast.OthersBeside, b => Math.Max(NoOp(b), Ping(b)) / b.TotalMs),
            Of(Contrast.PingBeside, b => Ping(b) / b.TotalMs),
            Of(Contrast.NoOpBeside, b => NoOp(b) / b.TotalMs),
            Of(Contrast.LongestStop, Ping),
            Of(Contrast.LibraryBeside,
                b => (Sample.Median([.. b.Beside.NoOps]) - seen.PingMs) / Math.Max(0.001, seen.NoOpMs - seen.PingMs)),
            new(Contrast.NoOpsAtOnce, [.. rounds.Select(r => (r.NoOps - seen.NoOpMs) / (r.Burst.TotalMs - seen.CallMs))]),
        ];
        if (rounds.Where(r => NoOp(r.Burst) >= MinNoOpWait * r.Burst.TotalMs).ToList() is { Count: > 0 } held)
        {
            readings.Add(new(Contrast.PingOfNoOp, [.. held.Select(r => Ping(r.Burst) / NoOp(r.Burst))]));
        }

        if (seen.Served >= 2 && rounds[0].Burst.EndMs.Count > seen.Served + 2)
        {
            readings.Add(Of(Contrast.ShortGaps, b => seen.ShortGaps(b.EndMs)));
        }

        if (rounds.All(r => r.Burst.Server is not null))
        {
            readings.Add(Of(Contrast.ServerBusy, b => b.Server!.CpuMs / b.TotalMs));
            readings.Add(Of(Contrast.ServerDemand, b => (b.Server!.CpuMs + (b.Server.WaitedMs ?? 0)) / b.TotalMs));
            readings.Add(Of(Contrast.Throttled, b => (b.Server!.ThrottledMs ?? 0) / b.TotalMs));
        }

        return readings;

        Reading Of(Contrast contrast, Func<ServiceTrialResult, double> value) => new(contrast, [.. rounds.Select(r => value(r.Burst))]);
        double NoOp(ServiceTrialResult b) => Math.Max(0, b.Beside.NoOps.Max() - seen.NoOpMs);
        double Ping(ServiceTrialResult b) => Math.Max(0, (b.Beside.Pings.Count == 0 ? 0 : b.Beside.Pings.Max()) - seen.PingMs);
    }
}
