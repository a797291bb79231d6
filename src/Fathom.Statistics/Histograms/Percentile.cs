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
        var total = buckets.Sum(bucket => bucket.Count);
        var rank = Rank(total, share);
        if (total == 0)
        {
            return null;
        }

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

    /// <summary>Returns the value that the given share of all values does not exceed (nearest rank), or null when there are no
    /// values.</summary>
    /// <param name="ascending">The values, in ascending order.</param>
    /// <param name="share">From 0 to 1; 0.99 is the 99th percentile.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="share"/> is outside its range.</exception>
    public static double? Of(IReadOnlyList<double> ascending, double share)
    {
        var rank = Rank(ascending.Count, share);
        return ascending.Count == 0 ? null : ascending[(int)rank - 1];
    }

    private static long Rank(long total, double share)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(share, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(share, 1);
        return Math.Max(1, (long)Math.Ceiling(share * total));
    }
}
