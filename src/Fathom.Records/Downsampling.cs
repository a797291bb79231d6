namespace Fathom.Records;

/// <summary>
/// Reduces the data that a record keeps for its pictures. The difference is not visible, and the record of a long run stays at a few
/// hundred kilobytes. Does not change the metrics of replicates.
/// </summary>
public static class Downsampling
{
    // A picture is about 600 pixels wide and 300 pixels high.
    private const int Steps = 300;
    private const double BucketWidth = 1.04;

    // The percentiles of the report, which stay exact.
    private static readonly double[] Percentiles = [0.5, 0.75, 0.9, 0.99, 0.999];

    /// <summary>
    /// Removes the points of a step curve that change its value by less than 1/300 of its height, and points of a monotonic run within
    /// 1/300 of its width. The first and last points are kept.
    /// </summary>
    /// <param name="points">Times and values, in order of time.</param>
    public static IReadOnlyList<(double At, double Value)> Staircase(IReadOnlyList<(double At, double Value)> points)
    {
        if (points.Count < 3)
        {
            return points;
        }

        var height = (points.Max(p => p.Value) - points.Min(p => p.Value)) / Steps;
        var width = (points[^1].At - points[0].At) / Steps;
        var steps = new List<(double At, double Value)> { points[0] };
        foreach (var point in points.Skip(1).SkipLast(1).Where(p => Math.Abs(p.Value - steps[^1].Value) > height))
        {
            steps.Add(point);
        }

        steps.Add(points[^1]);
        var kept = new List<(double At, double Value)> { steps[0] };
        for (var i = 1; i < steps.Count - 1; i++)
        {
            var (before, point, after) = (kept[^1], steps[i], steps[i + 1]);
            if (after.At - before.At > width || !IsBetween(before.Value, point.Value, after.Value))
            {
                kept.Add(point);
            }
        }

        kept.Add(steps[^1]);
        return kept;
    }

    /// <summary>
    /// Merges adjacent buckets until each is 4 % wide, one pixel of a logarithmic axis over four decades. A bucket with a percentile of the
    /// report (p50, p75, p90, p99, p99.9) keeps its upper bound, so that the percentile does not change.
    /// </summary>
    /// <param name="buckets">The buckets, in ascending order.</param>
    public static IReadOnlyList<LatencyBucket> Latencies(IReadOnlyList<LatencyBucket> buckets)
    {
        var total = buckets.Sum(b => b.Count);
        var ranks = Percentiles.Select(share => Math.Max(1, (long)Math.Ceiling(share * total))).ToArray();
        var merged = new List<LatencyBucket>();
        var (lowest, isClosed, seen) = (0.0, true, 0L);
        foreach (var bucket in buckets.Where(b => b.Count > 0))
        {
            if (isClosed || bucket.UpToUs > lowest * BucketWidth)
            {
                merged.Add(bucket);
                lowest = bucket.UpToUs;
            }
            else
            {
                merged[^1] = new LatencyBucket(bucket.UpToUs, merged[^1].Count + bucket.Count);
            }

            isClosed = ranks.Any(rank => rank > seen && rank <= seen + bucket.Count);
            seen += bucket.Count;
        }

        return merged;
    }

    private static bool IsBetween(double from, double value, double to) => Math.Min(from, to) <= value && value <= Math.Max(from, to);
}
