namespace Fathom.Records.Loads;

/// <summary>A figure of a run of load.</summary>
/// <param name="Value">The value.</param>
/// <param name="Unit">Its unit: <c>us</c>, <c>1/s</c>, <c>bytes</c>, <c>s</c> or <c>count</c>.</param>
public sealed record LoadFigureValue(double Value, string Unit);

/// <summary>One second of a run of load.</summary>
/// <param name="Second">From 0.</param>
/// <param name="Calls">Calls that ended in it.</param>
/// <param name="Failed">Those that failed.</param>
/// <param name="P50Us">Median latency in microseconds; null when no call succeeded.</param>
/// <param name="P99Us">99th percentile in microseconds; null when no call succeeded.</param>
/// <param name="MaxUs">Longest latency in microseconds; null when no call succeeded.</param>
/// <param name="Messages">Messages that streams received.</param>
/// <param name="LatencyHistogram">The second's latencies, as those of the record; only in the record of a part of a plan, so that parts can
/// be added.</param>
public sealed record LoadSecond(
    int Second, long Calls, long Failed, double? P50Us, double? P99Us, double? MaxUs, long Messages, string? LatencyHistogram = null);

/// <summary>A point of a distribution.</summary>
/// <param name="Share">The share of calls, 0 to 1.</param>
/// <param name="Us">The latency that this share does not exceed, in microseconds.</param>
public sealed record LoadQuantile(double Share, double Us);

/// <summary>What makes a run worth less.</summary>
/// <param name="Id">A short name.</param>
/// <param name="Invalid">Whether the figures are not the server's.</param>
/// <param name="Text">What was found, and what to do.</param>
public sealed record LoadVerdict(string Id, bool Invalid, string Text);

/// <summary>A threshold of a run of load.</summary>
/// <param name="Text">The threshold as it was written.</param>
/// <param name="Measured">What was measured, in words; <c>nothing</c> when there was nothing to measure.</param>
/// <param name="Holds">Whether it held.</param>
public sealed record LoadThresholdInfo(string Text, string Measured, bool Holds);
