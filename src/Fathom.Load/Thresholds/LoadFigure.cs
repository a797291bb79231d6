namespace Fathom.Load.Thresholds;

/// <summary>A figure of a run that a threshold can limit.</summary>
public enum LoadFigure
{
    /// <summary>A percentile of the latencies, in nanoseconds.</summary>
    Percentile = 0,

    /// <summary>The mean latency, in nanoseconds.</summary>
    Mean,

    /// <summary>The longest latency, in nanoseconds.</summary>
    Max,

    /// <summary>The share of failed calls, 0 to 1.</summary>
    Errors,

    /// <summary>Successful calls per second.</summary>
    Rate,
}
