namespace Fathom.Load.Counting;

/// <summary>The figures of one second of a run.</summary>
/// <param name="Second">The second, from 0.</param>
/// <param name="Calls">Calls that ended in it.</param>
/// <param name="Failed">Those of them that failed.</param>
/// <param name="P50">Median latency in nanoseconds; null when no call succeeded.</param>
/// <param name="P99">99th percentile in nanoseconds; null when no call succeeded.</param>
/// <param name="Longest">Longest latency in nanoseconds; null when no call succeeded.</param>
/// <param name="Messages">Messages received by streams.</param>
public sealed record SecondFigures(int Second, long Calls, long Failed, double? P50, double? P99, double? Longest, long Messages);
