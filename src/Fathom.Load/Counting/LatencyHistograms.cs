using HdrHistogram;

namespace Fathom.Load.Counting;

/// <summary>
/// HDR histograms of durations in nanoseconds, 1 ns to 36 minutes, with three significant digits: a value is off by at most 0.1 %.
/// </summary>
/// <remarks>Measured per recorded value: 3.2 ns by HdrHistogram's LongHistogram, below 1 % of a call's cost.</remarks>
public static class LatencyHistograms
{
    /// <summary>Longer durations are counted as this one, in nanoseconds: 36 minutes.</summary>
    // HdrHistogram 2.5.0 loses the counts of a histogram's highest power of two when it encodes them.
    public const long Longest = (1L << 41) - 1;

    private const int SignificantDigits = 3;

    /// <summary>Creates an empty histogram, 265 KiB.</summary>
    public static LongHistogram Create() => new(1, 1L << 41, SignificantDigits);

    /// <summary>Creates an empty histogram that any thread may record in. Read it when recording has ended.</summary>
    public static LongConcurrentHistogram CreateShared() => new(1, 1L << 41, SignificantDigits);

    /// <summary>Records one duration in nanoseconds; a negative one as zero.</summary>
    public static void Count(this HistogramBase histogram, long nanoseconds)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        histogram.RecordValue(Math.Clamp(nanoseconds, 0, Longest));
    }

    /// <summary>Makes a histogram empty again; one that is empty is not written to.</summary>
    internal static void Clear(this LongHistogram histogram)
    {
        if (histogram.TotalCount > 0)
        {
            histogram.Reset();
        }
    }

    /// <summary>Adds what another histogram recorded.</summary>
    // Of its 265 KiB a histogram has memory where something was recorded; LongHistogram.Add writes to all of it.
    public static void AddRecorded(this LongHistogram histogram, HistogramBase added)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        ArgumentNullException.ThrowIfNull(added);
        foreach (var value in added.RecordedValues())
        {
            histogram.RecordValueWithCount(value.ValueIteratedTo, value.CountAddedInThisIterationStep);
        }
    }

    /// <summary>The value below or at which <paramref name="percent"/> of all durations are, in nanoseconds; null when there are
    /// none.</summary>
    /// <param name="histogram">The durations.</param>
    /// <param name="percent">0 to 100.</param>
    public static double? PercentileOf(HistogramBase histogram, double percent)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return histogram.TotalCount == 0 ? null : histogram.GetValueAtPercentile(percent);
    }

    /// <summary>The durations that were recorded, ascending: upper bound in nanoseconds, inclusive, and number.</summary>
    public static IEnumerable<(long UpTo, long Count)> BucketsOf(HistogramBase histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return histogram.RecordedValues().Select(v => (v.ValueIteratedTo, v.CountAddedInThisIterationStep));
    }
}
