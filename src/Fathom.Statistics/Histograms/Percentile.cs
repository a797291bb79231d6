namespace Fathom.Statistics.Histograms;

/// <summary>Percentiles of counted values.</summary>
public static class Percentile
{
    /// <summary>
    /// The upper bound of the bucket that holds the given share of all values (nearest rank), or null where there are none.
    /// </summary>
    /// <param name="buckets">Upper bounds and counts, ascending.</param>
    /// <param name="share">From 0 to 1: 0.99 is the 99th percentile.</param>
    public static double? Of(IReadOnlyList<(double UpTo, long Count)> buckets, double share)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(share, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(share, 1);
        var total = buckets.Sum(bucket => bucket.Count);
        if (total == 0)
        {
            return null;
        }

        var rank = Math.Max(1, (long)Math.Ceiling(share * total));
        var seen = 0L;
        foreach (var (upTo, count) in buckets)
        {
            seen += count;
            if (seen >= rank)
            {
                return upTo;
            }
        }

        return buckets[^1].UpTo;
    }
}
