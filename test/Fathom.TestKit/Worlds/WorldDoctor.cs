using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>Examines a world: calls at once by the examination of the product, and what is not its business by the same signs as the
/// product's probes. One examination each.</summary>
/// <param name="world">The world.</param>
public sealed class WorldDoctor(World world)
{
    /// <summary>Time for the experiments of an examination, ms.</summary>
    public const double BudgetMs = 60_000;

    // The first call against later ones.
    private const double MinColdMs = 300;
    private const double MinColdTimes = 3;
    private const double WarmTimes = 2;
    private const double WarmMs = 100;

    // Stops of the server, alone and beside one call at a time.
    private const double PingEveryMs = 10;
    private const double AloneMs = 2_000;
    private const double LoadedMs = 3_000;
    private const double MinStopped = 0.08;
    private const int MinStops = 3;
    private const double MinGrid = 0.8;
    private const double MinTimesAlone = 3;

    // Parts of a call.
    private const double MinLibraryShare = 0.1;
    private const double MinLibraryMs = 2;
    private const double MinOwnMs = 5;
    private const double MinMethodMs = 2;
    private const double MinMethodShare = 0.5;
    private const double MaxTickSearchMs = 10_000;

    private readonly List<string> _log = [];
    private readonly List<string> _causes = [];
    private readonly double _beganMs = world.NowMs;

    /// <summary>Examines it.</summary>
    /// <param name="cancellation">Ends it.</param>
    public async Task<WorldVerdict> ExamineAsync(CancellationToken cancellation = default)
    {
        var (first, second) = (await CallAsync(cancellation), await CallAsync(cancellation));
        var pings = world.WatchPings(PingEveryMs, AloneMs, isLoaded: false).Pings;
        var usual = Sample.Median([.. pings.Select(p => p.TookMs)]);
        var watched = world.WatchPings(PingEveryMs, LoadedMs, isLoaded: true);
        var (alone, loaded) = (new PingStops(pings, usual), new PingStops(watched.Pings, usual));
        _log.Add($"first call {first:0.0}, second {second:0.0}, PING {usual:0.00}; stops alone {alone.Share:0.00} ({alone.Count}), "
            + $"loaded {loaded.Share:0.00} ({loaded.Count}), on a grid {loaded.Grid:0.00}");
        if (alone.Share > MinStopped)
        {
            NameStops(alone, loaded);
            return Verdict(isProven: false, mayBeHealthy: false);
        }

        var isTicking = await IsTickingAsync(second, usual, cancellation) && !IsThrottled(alone, loaded);
        if (isTicking)
        {
            _causes.Add(WorldTruth.Timer);
        }

        var examination = new ConcurrencyExamination(world, world.Facts with
        {
            PingStops = world.Parameters.HasProxy ? null : loaded.Shares, EndsOnTicks = isTicking,
            WatchedMs = loaded.Count >= MinStops ? [] : watched.CallMs,
            AfterPauseMs = loaded.Count >= MinStops ? [] : [.. watched.CallMs.Take(1)],
        })
        {
            BeyondMs = BudgetMs,
        };
        await examination.ExamineAsync(() => BudgetMs - (world.NowMs - _beganMs), _ => { }, cancellation);
        var seen = examination.Seen!;
        _log.Add($"no-op call {seen.NoOpMs:0.00}, call {seen.CallMs:0.00}; {seen.Calls} at once {seen.BurstMs:0.0}, no-op calls "
            + $"{seen.NoOpBurstMs:0.0}");
        if (examination.Idle is null && first > MinColdMs && first > (MinColdTimes * seen.CallMs) + WarmMs
            && second < (WarmTimes * seen.CallMs) + WarmMs)
        {
            _causes.Add(WorldTruth.ColdStart);
        }

        if (examination.CallsWait)
        {
            _log.AddRange(RivalLog.Of(examination));
            var rivals = new RivalVerdict(examination);
            _causes.AddRange(rivals.Causes.Select(c => c.Id).Union(
                examination.Uneven is null ? [] : [WorldTruth.MethodWaits]));
            return Verdict(rivals.IsFound, mayBeHealthy: false);
        }

        foreach (var (found, cause) in new (object? Found, string Cause)[]
        {
            (examination.Uneven, WorldTruth.MethodWaits), (examination.Idle, WorldTruth.MethodWaits),
            (examination.Stored, WorldTruth.RateLimited),
        }.Where(f => f.Found is not null))
        {
            _log.Add(FormattableString.Invariant($"{found}"));
            _causes.Add(cause);
        }

        NameParts(alone, loaded, seen.CallMs, seen.NoOpMs, seen.PingMs, examination.MovedMs);
        return Verdict(isProven: false, mayBeHealthy: true);
    }

    private async Task<bool> IsTickingAsync(double callMs, double pingMs, CancellationToken cancellation)
    {
        var own = callMs - pingMs;
        if (own < MinOwnMs || own < MinMethodShare * callMs || TickSearch.Periods * callMs > MaxTickSearchMs)
        {
            return false;
        }

        var misfit = await TickSearch.MisfitAsync(world, callMs, cancellation);
        _log.Add($"misfit of ticks {misfit:0.00}");
        return misfit <= TickFit.MaxMisfit;
    }

    private void NameParts(PingStops alone, PingStops loaded, double call, double noOp, double ping, double moved)
    {
        if (noOp - ping >= Math.Max(MinLibraryMs, MinLibraryShare * call))
        {
            _causes.Add(WorldTruth.Library);
        }

        if (loaded.Count >= MinStops && loaded.Share > MinStopped)
        {
            NameStops(alone, loaded);
        }

        if (_causes.Count == 0 && call - noOp >= Math.Max(MinMethodMs, MinMethodShare * call) && moved < MinMethodShare * (call - noOp))
        {
            _causes.Add(WorldTruth.MethodWaits);
        }
    }

    private static bool IsThrottled(PingStops alone, PingStops loaded) =>
        loaded.Grid > MinGrid && loaded.Share > MinTimesAlone * alone.Share;

    private void NameStops(PingStops alone, PingStops loaded) => _causes.Add(
        IsThrottled(alone, loaded) ? WorldTruth.Quota : WorldTruth.Collector);

    private async Task<double> CallAsync(CancellationToken cancellation) =>
        (await world.RunAsync(new ServiceTrial(), cancellation)).TotalMs;

    private WorldVerdict Verdict(bool isProven, bool mayBeHealthy) => new(
        [.. _causes.Distinct().Order(StringComparer.Ordinal)], isProven && _causes.Count == 1, mayBeHealthy && _causes.Count == 0,
        (world.NowMs - _beganMs) / 1000, _log);
}
