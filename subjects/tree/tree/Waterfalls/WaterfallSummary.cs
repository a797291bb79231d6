using Fathom.SubjectProtocol;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Tree.Waterfalls;

/// <summary>Where the time of the median and of the slowest requests went.</summary>
/// <param name="Parts">The parts of both.</param>
/// <param name="MedianPercent">The sum of a waterfall as a share of the response time, the median over all requests; null without
/// requests.</param>
internal sealed record WaterfallSummary(IReadOnlyList<TracedTime> Parts, double? MedianPercent)
{
    private const double MiddleShare = 0.1;
    private const double SlowestShare = 0.01;

    public static WaterfallSummary Of(TraceSet traces, IReadOnlyList<LoggedRequest> requests)
    {
        var known = requests.Select(r => (r.ResponseUs, Waterfall: traces.Of(r))).Where(r => r.Waterfall is not null && r.ResponseUs > 0)
            .Select(r => (r.ResponseUs, Waterfall: r.Waterfall!)).OrderBy(r => r.ResponseUs).ToList();
        if (known.Count == 0)
        {
            return new([], null);
        }

        var middle = Math.Max(1, (int)Math.Round(MiddleShare * known.Count));
        var slowest = Math.Max(1, (int)Math.Round(SlowestShare * known.Count));
        var shares = known.Select(r => 100 * r.Waterfall.SumUs / r.ResponseUs).Order().ToList();
        return new(
        [
            .. MeanOf(TracedTime.Median, known.GetRange((known.Count - middle) / 2, middle)),
            .. MeanOf(TracedTime.Slowest, known.GetRange(known.Count - slowest, slowest)),
        ], shares[shares.Count / 2]);
    }

    private static IEnumerable<TracedTime> MeanOf(string requests, List<(double ResponseUs, Waterfall Waterfall)> of) =>
        from part in of.SelectMany(r => r.Waterfall.Parts)
        group part.Value by part.Key into parts
        select new TracedTime(requests, parts.Key.Process, parts.Key.Kind, Math.Round(parts.Sum() / of.Count, 1));
}
