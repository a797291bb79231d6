using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>Many calls with the same number in flight: do later ones take less time, and do they end at times of a grid?</summary>
internal sealed class LongRow() : Experiment("long-row")
{
    private const double AimMs = 6_000;
    private const double MaxMs = 15_000;
    private const int MinCalls = 64;
    private const int MaxCalls = 1_500;
    private const double QuotaPeriodMs = 100;

    // Measured of a queue that serves the newest first: half of the calls took 0.13 of what they take in a burst, while as many ended. Of
    // 52 worlds that do so these show 44, and of 1,148 that serve the oldest first 2.
    private const double LeastOfRate = 0.7;
    private const double MostOfPassed = 0.4;

    // Fewer ends of a part say nothing of a grid, or of their pace.
    private const int MinEnds = 14;
    private const int MinPaceEnds = 40;

    /// <inheritdoc/>
    public override IReadOnlyList<Contrast> Measures { get; } =
        [Contrast.LaterCalls, Contrast.RowOfBurst, Contrast.QuotaGrid, Contrast.PaceDrift, Contrast.LongPairs, Contrast.Passed];

    /// <inheritdoc/>
    public override IEnumerable<Contrast> MeasuresOf(BurstFacts seen, int rounds)
    {
        var size = SizeOf(CallsOf(seen, rounds) - seen.Calls + 1, rounds);
        return Measures.Where(c => IsShown(c, size));
    }

    /// <inheritdoc/>
    public override double CostMs(BurstFacts seen, int rounds) => CallsOf(seen, rounds) * seen.StepMs;

    /// <inheritdoc/>
    public override string Describe(BurstFacts seen) => $"Makes calls for a while with {seen.Calls} in flight.";

    /// <inheritdoc/>
    public override async Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation)
    {
        var row = await service.RunAsync(new ServiceTrial { Calls = CallsOf(seen, rounds), AtOnce = seen.Calls }, cancellation);
        // The calls that began together are left out.
        var ends = row.EndMs.Skip(seen.Calls - 1).ToList();
        var size = SizeOf(ends.Count, rounds);
        // A pool may grow in the first half.
        var times = row.CallMs.Skip(row.CallMs.Count / 2).ToList();
        double[] ofBurst =
            [.. times.Chunk(Math.Max(1, times.Count / rounds)).Take(rounds).Select(t => Sample.Median(t) / seen.BurstMs)];
        var (half, rate) = (Sample.Median(ofBurst), RateOf(ends, seen));
        var isPassed = rate >= LeastOfRate && half < MostOfPassed;
        // Who waits is passed by others then: what half of them take says nothing of how many wait.
        List<Reading> readings = isPassed ? [new(Contrast.Passed, [half / rate])]
            : [new(Contrast.RowOfBurst, ofBurst), .. UnevenCalls.PairsOf(row, seen.Calls) is { } pairs ? [pairs] : (ShareReading[])[]];
        // Later calls of a pool that had grown before take as long as earlier ones: none waits any more.
        var calls = row.CallMs.Skip(seen.Calls).ToList();
        if (!isPassed && calls.Count >= 2 * rounds
            && seen.HasWaited(Sample.Median([.. row.CallMs.Take(row.CallMs.Count / 2)]), seen.Calls))
        {
            // By the times of calls, not of ends: those of an event loop end all together, and nothing ends between.
            var parts = calls.Chunk(calls.Count / (2 * rounds)).Select(c => Sample.Median(c)).ToList();
            readings.Add(new(Contrast.LaterCalls, [.. Enumerable.Range(0, rounds).Select(i => parts[i + rounds] / parts[i])]));
        }

        if (IsShown(Contrast.PaceDrift, size))
        {
            readings.Add(new(Contrast.PaceDrift,
                [.. Enumerable.Range(0, rounds).Select(i => Pace.Drift([.. ends.Skip(2 * i * size).Take(2 * size)], size / 2))]));
        }

        if (IsShown(Contrast.QuotaGrid, size))
        {
            readings.Add(new(Contrast.QuotaGrid,
            [
                .. Enumerable.Range(0, rounds)
                    .Select(i => GridFit.Of(ends.Skip(2 * i * size).Take(2 * size).Select(e => row.BeganMs + e), QuotaPeriodMs)),
            ]));
        }

        return readings;
    }

    // By how long as many calls as are in flight take to end, of the same in a burst: that is what a call takes on average, in whichever
    // order calls are served (Little's law).
    private static double RateOf(List<double> ends, BurstFacts seen) => ends.Count < seen.Calls ? 0
        : (ends[^1] - ends[ends.Count / 2]) / (ends.Count - 1 - (ends.Count / 2)) * seen.Calls / seen.BurstMs;

    private static bool IsShown(Contrast contrast, int size) =>
        2 * size >= (contrast == Contrast.PaceDrift ? MinPaceEnds : contrast == Contrast.QuotaGrid ? MinEnds : 0);

    // Two parts of each round: one of the first half, one of the second.
    private static int SizeOf(int ends, int rounds) => (ends - 1) / (2 * rounds);

    // Enough ends for their pace, or at least for a grid, where they come within the longest row.
    private static int CallsOf(BurstFacts seen, int rounds)
    {
        int[] enough = [MinPaceEnds, MinEnds];
        var least = enough.Select(ends => seen.Calls + ((ends + 1) * rounds)).FirstOrDefault(
            calls => calls * seen.StepMs <= MaxMs, Math.Max(MinCalls, seen.Calls + (4 * rounds) + 1));
        return (int)Math.Clamp(AimMs / seen.StepMs, least, MaxCalls);
    }
}
