namespace Fathom.Load.Thresholds;

/// <summary>A threshold and what was measured.</summary>
/// <param name="Threshold">The threshold.</param>
/// <param name="Measured">The measured value, in the unit of its limit; null when nothing was measured.</param>
/// <param name="Holds">Whether it held.</param>
public sealed record ThresholdResult(LoadThreshold Threshold, double? Measured, bool Holds)
{
    /// <summary>Judges a run.</summary>
    /// <param name="threshold">The threshold.</param>
    /// <param name="total">The calls of the run.</param>
    /// <param name="seconds">How long the run took.</param>
    public static ThresholdResult Of(LoadThreshold threshold, Counting.CallTally total, double seconds)
    {
        ArgumentNullException.ThrowIfNull(threshold);
        ArgumentNullException.ThrowIfNull(total);
        var any = total.Latency.TotalCount > 0;
        double? measured = threshold.Figure switch
        {
            LoadFigure.Percentile => Counting.LatencyHistograms.PercentileOf(total.Latency, threshold.Percent),
            LoadFigure.Mean => any ? HdrHistogram.HistogramExtensions.GetMean(total.Latency) : null,
            LoadFigure.Max => any ? HdrHistogram.HistogramExtensions.GetMaxValue(total.Latency) : null,
            LoadFigure.Errors => total.Calls > 0 ? (double)total.Failed / total.Calls : null,
            _ => seconds > 0 ? total.Succeeded / seconds : null,
        };
        return new ThresholdResult(threshold, measured, threshold.Holds(measured));
    }
}
