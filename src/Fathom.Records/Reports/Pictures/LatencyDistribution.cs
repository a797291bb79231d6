namespace Fathom.Records.Reports.Pictures;

/// <summary>Quantiles of a trial's latency buckets. A quantile is the upper bound of the bucket that contains it. Immutable.</summary>
internal sealed class LatencyDistribution
{
    private readonly LatencyBucket[] _buckets;

    public LatencyDistribution(IReadOnlyList<LatencyBucket> buckets)
    {
        _buckets = [.. buckets.Where(b => b.Count > 0)];
        Count = _buckets.Sum(b => b.Count);
    }

    public long Count { get; }

    public double Highest => _buckets[^1].UpToUs;

    public double LowestAboveZero => _buckets.Select(b => b.UpToUs).Where(v => v > 0).DefaultIfEmpty(1).First();

    /// <summary>Returns a quantile, in microseconds.</summary>
    /// <param name="quantile">0 to 1.</param>
    public double At(double quantile)
    {
        var rank = Math.Max(1, (long)Math.Ceiling(quantile * Count));
        long seen = 0;
        foreach (var bucket in _buckets)
        {
            seen += bucket.Count;
            if (seen >= rank)
            {
                return bucket.UpToUs;
            }
        }

        return Highest;
    }

    /// <summary>Returns the points of the cumulative distribution: the share of calls and the latency that this share does not
    /// exceed.</summary>
    public IReadOnlyList<(double Quantile, double Us)> Curve()
    {
        List<(double, double)> points = [(0, _buckets[0].UpToUs)];
        long seen = 0;
        foreach (var bucket in _buckets)
        {
            seen += bucket.Count;
            // The slowest of n calls is drawn at n/(n+1), because the quantile 1 would be at infinity on this scale.
            points.Add((Math.Min((double)seen / Count, Count / (Count + 1.0)), bucket.UpToUs));
        }

        return points;
    }
}
