using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>Calls at once that waited, with PING, no-op calls and what the server's process did beside them.</summary>
internal static class WaitingBursts
{
    // Of the time of the calls at once: a no-op call that waited for as long waited for what they do.
    private const double MinNoOpWait = 0.2;

    // In fewer waves half of the calls end with the last.
    private const int MinWavesOfHalf = 3;

    /// <summary>What they show.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="rounds">Those that waited, each with the time of as many no-op calls; none where none did.</param>
    public static IEnumerable<Reading> Read(BurstFacts seen, IReadOnlyList<(ServiceTrialResult Burst, double NoOps)> rounds)
    {
        if (rounds.Count == 0)
        {
            return [];
        }

        List<Reading> readings =
        [
            Of(Contrast.FurtherCall, b => (b.TotalMs - seen.CallMs) / (b.EndMs.Count - 1) / seen.OwnMs),
            Of(Contrast.FirstEnded, b => b.EndMs[0] / seen.CallMs),
            Of(Contrast.HalfEnded, b => (b.EndMs[b.EndMs.Count / 2] - seen.ComputedMs) / seen.CallMs),
            Of(Contrast.AboveSingle, b => seen.AboveSingle(b.EndMs)),
            Of(Contrast.OthersBeside, b => Math.Max(NoOp(b), Ping(b)) / b.TotalMs),
            Of(Contrast.PingBeside, b => Ping(b) / b.TotalMs),
            Of(Contrast.NoOpBeside, b => NoOp(b) / b.TotalMs),
            Of(Contrast.LongestStop, Ping),
            Of(Contrast.LongestNoOp, NoOp),
            Of(Contrast.LibraryBeside,
                b => (Sample.Median([.. b.Beside.NoOps]) - seen.PingMs) / Math.Max(0.001, seen.NoOpMs - seen.PingMs)),
            new(Contrast.NoOpsAtOnce, [.. rounds.Select(r => (r.NoOps - seen.NoOpMs) / (r.Burst.TotalMs - seen.CallMs))]),
        ];
        if (rounds.Where(r => NoOp(r.Burst) >= MinNoOpWait * r.Burst.TotalMs).ToList() is { Count: > 0 } held)
        {
            readings.Add(new(Contrast.PingOfNoOp, [.. held.Select(r => Ping(r.Burst) / NoOp(r.Burst))]));
        }

        if (rounds[0].Burst.EndMs.Count >= MinWavesOfHalf * seen.Served)
        {
            readings.Add(Of(Contrast.HalfOfAll, b => b.EndMs[b.EndMs.Count / 2] / b.TotalMs));
        }

        if (seen.Served >= 2 && rounds[0].Burst.EndMs.Count > seen.Served + 2)
        {
            readings.Add(Of(Contrast.ShortGaps, b => seen.ShortGaps(b.EndMs)));
        }

        if (rounds.All(r => r.Burst.Server is not null))
        {
            readings.Add(Of(Contrast.ServerBusy, b => b.Server!.CpuMs / b.TotalMs));
            if (seen.ComputedAloneMs is { } alone)
            {
                readings.Add(Of(Contrast.ComputedForEach, b => b.Server!.CpuMs / b.EndMs.Count / alone));
            }

            readings.Add(Of(Contrast.ServerDemand, b => (b.Server!.CpuMs + (b.Server.WaitedMs ?? 0)) / Beyond(b)));
            readings.Add(Of(Contrast.Throttled, b => (b.Server!.ThrottledMs ?? 0) / b.TotalMs));
        }

        if (rounds.All(r => r.Burst.Server?.IdleMs is not null))
        {
            readings.Add(Of(Contrast.IdleProcessors, b => Math.Max(0, b.Server!.IdleMs!.Value - seen.LeavesMs) / Beyond(b)));
        }

        List<(ServerUse? Use, double Ms)> pauses =
            [.. rounds.Select(r => r.Burst).Where(b => b.Before?.IdleMs is not null).Select(b => (b.Before, b.BeforeMs))];
        if (pauses.Sum(p => p.Ms) >= ServerUse.LeastForOthersMs && rounds.All(r => r.Burst.Server?.IdleMs is not null)
            && seen.Processors is { } all && ServerUse.OthersShare(pauses, all) is { } before)
        {
            readings.Add(Of(Contrast.OthersGrow, b => ServerUse.OthersShare([(b.Server, b.TotalMs)], all)!.Value - before));
        }

        return readings;

        Reading Of(Contrast contrast, Func<ServiceTrialResult, double> value) => new(contrast, [.. rounds.Select(r => value(r.Burst))]);
        double Beyond(ServiceTrialResult b) => Math.Max(0.001, b.TotalMs - seen.LeavesMs);
        double NoOp(ServiceTrialResult b) => Math.Max(0, b.Beside.NoOps.Max() - seen.NoOpMs);
        double Ping(ServiceTrialResult b) => Math.Max(0, (b.Beside.Pings.Count == 0 ? 0 : b.Beside.Pings.Max()) - seen.PingMs);
    }
}
