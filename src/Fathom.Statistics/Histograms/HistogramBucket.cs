namespace Fathom.Statistics.Histograms;

/// <summary>A bucket of a <see cref="LatencyHistogram"/>.</summary>
/// <param name="UpTo">Upper bound, inclusive, rounded up to 100 ns.</param>
/// <param name="Count">Durations in it.</param>
public readonly record struct HistogramBucket(TimeSpan UpTo, long Count);
