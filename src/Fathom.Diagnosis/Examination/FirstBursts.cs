using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>The calls at once that are made first, after as many no-op calls.</summary>
/// <param name="All">Those of the method.</param>
/// <param name="NoOpMs">How long the no-op calls took together, each time that they were made, ms.</param>
internal sealed record FirstBursts(IReadOnlyList<ServiceTrialResult> All, IReadOnlyList<double> NoOpMs)
{
    private const int NoOpBursts = 5;

    // As many as a comparison with a later examination needs, where they are short.
    private const int Least = 2;
    private const int Most = 6;
    private const double MostMs = 1_500;

    /// <summary>Those that are made however long they take.</summary>
    public IReadOnlyList<ServiceTrialResult> First => [.. All.Take(Least)];

    /// <summary>How long the longest of these took, ms.</summary>
    public double LongestMs => First.Max(b => b.TotalMs);

    /// <summary>The same of those that came right after others, ms.</summary>
    public double LongestOfLaterMs => First.Skip(1).Max(b => b.TotalMs);

    /// <summary>Makes them.</summary>
    /// <param name="service">The service.</param>
    /// <param name="calls">Calls at once.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<FirstBursts> MakeAsync(IServiceUnderTest service, int calls, CancellationToken cancellation)
    {
        var noOps = new List<double>();
        for (var i = 0; i < NoOpBursts; i++)
        {
            noOps.Add((await service.RunAsync(
                new ServiceTrial { Calls = calls, AtOnce = calls, IsNoOp = true }, cancellation)).TotalMs);
        }

        var all = new ServiceTrial { Calls = calls, AtOnce = calls, IsWatched = true };
        List<ServiceTrialResult> bursts = [];
        while (bursts.Count < Least || (bursts.Count < Most && bursts.Sum(b => b.TotalMs) < MostMs))
        {
            bursts.Add(await service.RunAsync(all, cancellation));
        }

        return new(bursts, noOps);
    }

    /// <summary>What is known of the service then.</summary>
    /// <param name="clocks">The clocks that were timed before.</param>
    /// <param name="server">What was known before.</param>
    public BurstFacts Facts(ThreeClocks clocks, ServerFacts server)
    {
        var sorted = clocks.NoOps.Order().ToList();
        return new BurstFacts(server)
        {
            PingMs = Sample.Median([.. clocks.Pings]),
            NoOpMs = Sample.Median([.. clocks.NoOps]),
            CallMs = clocks.CallMs,
            ComputedAloneMs = clocks.ComputedMs,
            FirstUses = First.All(b => b.Server is not null) ? [.. First.Select(b => (b.Server!, b.TotalMs))] : [],
            Singles = [.. clocks.Calls.Select(c => c / clocks.CallMs)],
            NoOpNoiseMs = sorted[3 * sorted.Count / 4] - sorted[sorted.Count / 5],
            Calls = First[0].EndMs.Count,
            BurstMs = First.Average(b => b.TotalMs),
            LeastBurstMs = First.Min(b => b.TotalMs),
            NoOpBurstMs = Sample.Median([.. NoOpMs]),
            EndMs = First[^1].EndMs,
            FurtherEndMs = [.. All.Skip(Least).Select(b => b.EndMs)],
            FirstPingsMs = First.All(b => b.Beside.Pings.Count > 0) ? [.. First.Select(b => b.Beside.Pings.Max())] : [],
            FirstMs = [.. First.SelectMany(b => b.EndMs)],
        };
    }
}
