using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>
/// Makes a trial's replicates, metrics, latencies and staircase from a few figures. SYNTHETIC: plausible, invented, measured by nobody.
/// </summary>
public static class SyntheticTrial
{
    /// <summary>Five spreads around a median, the same for every trial.</summary>
    private static readonly double[] Spread = [1.000, 0.9931, 1.0127, 1.0043, 0.9968];

    /// <param name="id">Trial id.</param>
    /// <param name="factors">Levels.</param>
    /// <param name="wallMs">Median time for all calls.</param>
    /// <param name="medianUs">Median latency.</param>
    /// <param name="threads">Threads of the client's pool at the end, from 2.</param>
    /// <param name="errors">Failed calls, all in the last block.</param>
    /// <param name="replicates">How many.</param>
    public static TrialResult Create(
        string id, IReadOnlyDictionary<string, string> factors, double wallMs, double medianUs, int threads, int errors = 0,
            int replicates = 5)
    {
        Replicate[] measured = [.. Enumerable.Range(0, replicates)
            .Select(i => new Replicate(i + 1, 1 + (i * 7), i == 4 ? errors : 0, new Dictionary<string, double>
        {
            ["wall_ms"] = wallMs * Spread[i % 5],
            ["latency_us_p50"] = medianUs * Spread[(i + 1) % 5],
            ["latency_us_p99"] = medianUs * 4.37 * Spread[(i + 2) % 5],
            ["client_cpu_us_per_call"] = (180 + (wallMs / 200)) * Spread[(i + 3) % 5],
            ["server_cpu_us_per_call"] = 121.25 * Spread[(i + 4) % 5],
            ["threads_added"] = threads - 2,
        }))];
        return new TrialResult
        {
            Id = id,
            Factors = factors,
            Replicates = measured,
            Metrics = SyntheticRecords.Metrics.Where(_ => replicates > 0)
                .ToDictionary(m => m.Id, m => Summary(m, [.. measured.Select(r => r.Values[m.Id])])),
            Errors = measured.Sum(r => r.Errors),
            ErrorsByStatus = errors == 0 ? new Dictionary<string, int>() : new Dictionary<string, int> { ["UNAVAILABLE"] = errors },
            Latency = replicates == 0 ? [] : Latencies(medianUs, 500L * replicates),
            Series = [.. measured.Select(r => Staircase(r.Block, threads, r.Values["wall_ms"]))],
        };
    }

    private static MetricValue Summary(MetricInfo metric, double[] values)
    {
        Array.Sort(values);
        return new MetricValue(values[values.Length / 2], values[0], values[^1], metric.Unit);
    }

    private static List<LatencyBucket> Latencies(double medianUs, long count)
    {
        double[] shares = [0.05, 0.15, 0.30, 0.25, 0.13, 0.07, 0.03, 0.012, 0.005, 0.002];
        List<LatencyBucket> buckets = [.. shares.Select(
            (s, i) => new LatencyBucket(Math.Round(medianUs * Math.Pow(1.35, i - 2), 1), (long)(s * count)))];
        buckets.Add(new LatencyBucket(Math.Round(medianUs * 24.5, 1), count - buckets.Sum(b => b.Count)));
        return buckets;
    }

    private static Series Staircase(int block, int threads, double wallMs) => new(
        "thread_pool_threads", "count", block,
        [.. Enumerable.Range(2, threads - 1).Select(
            n => (IReadOnlyList<double>)[Math.Round((n - 2) * wallMs / Math.Max(1, threads - 2), 1), n])]);
}
