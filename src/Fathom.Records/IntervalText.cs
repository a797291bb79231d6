using System.Globalization;
using Fathom.Statistics;

namespace Fathom.Records;

/// <summary>The words for the two ends of a value: an interval, or the range of so many replicates.</summary>
public static class IntervalText
{
    /// <summary>Returns the words for a ratio: <c>99.2 % interval</c>, <c>range of 4 replicates</c>; <c>95 % interval</c> in records of
    /// earlier versions.</summary>
    public static string Of(Estimate ratio) => Of(ratio.Confidence, ratio.RangeOf);

    /// <summary>Returns the words for the values of metrics: whether they have intervals, or ranges.</summary>
    /// <param name="metrics">All values that are shown together.</param>
    public static string OfAll(IEnumerable<MetricValue> metrics)
    {
        var all = metrics.ToList();
        return all.Exists(m => m.Confidence is null && m.RangeOf is null) ? "95 % bootstrap interval"
            : all.TrueForAll(m => m.RangeOf is not null) ? "range of its replicates"
            : all.Exists(m => m.RangeOf is not null) ? "interval (95 % or a little more), or the range of fewer than 6 replicates,"
            : "interval (95 % or a little more)";
    }

    private static string Of(double? confidence, int? rangeOf) => rangeOf is { } replicates
        ? string.Create(CultureInfo.InvariantCulture, $"range of {replicates} replicates")
        : string.Create(CultureInfo.InvariantCulture, $"{100 * (confidence ?? 0.95):0.#} % interval");
}
