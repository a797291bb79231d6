namespace Fathom.Statistics.Histograms;

/// <summary>Computes percentiles of counted values.</summary>
public static class Percentile
{
    /// <summary>Returns the upper bound of the bucket that contains the given share of all values (nearest rank), or null when there are no
    /// values.</summary>
    /// <param name="buckets">Upper bounds and counts, in ascending order.</param>
    /// <param name="share">From 0 to 1; 0.99 is the 99th percentile.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="share"/> is outside its range.</exception>
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
