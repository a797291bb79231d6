using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Loads;

namespace Fathom.Records.Reports.Loads;

/// <summary>The pictures of a run of load: latency by percentile, latency over time, calls over time.</summary>
internal static class LoadPictures
{
    // More points are not seen on a line of this width.
    private const int MaxPoints = 400;

    public static void Write(HtmlWriter html, LoadRecord record)
    {
        if (record.Quantiles.Count > 1 && record.Calls > 1)
        {
            Percentiles(html, record);
        }

        if (record.Seconds.Count > 1)
        {
            LatencyOverTime(html, record);
            CallsOverTime(html, record);
        }
    }

    private static void Percentiles(HtmlWriter html, LoadRecord record)
    {
        // The slowest of n calls is drawn at n/(n+1), because the share 1 would be at infinity on this scale.
        var last = record.Calls / (record.Calls + 1.0);
        List<(double X, double Y)> points = [.. record.Quantiles.Select(q => (Math.Min(q.Share, last), Math.Max(q.Us, 1e-3)))];
        Draw(html, "latency", new LineChart("Latency by percentile",
            $"Half of the calls took up to {Figure.WithUnit(points.First(p => p.X >= 0.5).Y, "us")}, the slowest "
                + $"{Figure.WithUnit(points[^1].Y, "us")}.",
            "share of calls answered within", "latency, logarithmic", [new ChartLine("", "s0", points)], IsStaircase: false),
            (start, end, _) => new NinesScale(record.Calls, start, end), Logarithmic(points.Select(p => p.Y)));
    }

    private static void LatencyOverTime(HtmlWriter html, LoadRecord record)
    {
        ChartLine Line(string label, string look, Func<LoadSecond, double?> value) => new(label, look,
            [.. Thinned(record.Seconds.Where(s => value(s) is > 0).Select(s => (s.Second + 1.0, value(s)!.Value)))]);
        List<ChartLine> lines = [Line("p50", "s0", s => s.P50Us), Line("p99", "s1", s => s.P99Us), Line("max", "s2", s => s.MaxUs)];
        if (lines.TrueForAll(l => l.Points.Count > 0))
        {
            Draw(html, "latency-over-time", new LineChart("Latency over time",
                "Median, 99th percentile and longest latency of each second.",
                "seconds", "latency, logarithmic", lines, IsStaircase: false), Time(record),
                Logarithmic(lines.SelectMany(l => l.Points).Select(p => p.Y)));
        }
    }

    private static void CallsOverTime(HtmlWriter html, LoadRecord record)
    {
        List<ChartLine> lines =
        [
            new("calls", "s0", [.. Thinned(record.Seconds.Select(s => (s.Second + 1.0, (double)s.Calls)))]),
            new("failed", "s1", [.. Thinned(record.Seconds.Select(s => (s.Second + 1.0, (double)s.Failed)))]),
        ];
        Draw(html, "calls-over-time", new LineChart("Calls over time", "Calls that ended in each second, and those of them that failed.",
            "seconds", "calls in the second", lines, IsStaircase: false), Time(record),
            (start, end, ticks) => new LinearScale(0, record.Seconds.Max(s => s.Calls), start, end, ticks));
    }

    private static void Draw(HtmlWriter html, string id, LineChart chart, Func<double, double, int, Scale> x,
        Func<double, double, int, Scale> y)
    {
        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", chart.Title);
            }

            chart.Write(html, id, x, y);
        }
    }

    private static Func<double, double, int, Scale> Time(LoadRecord record) =>
        (start, end, ticks) => new LinearScale(0, record.Seconds[^1].Second + 1, start, end, ticks, isOpen: true);

    private static Func<double, double, int, Scale> Logarithmic(IEnumerable<double> values)
    {
        var all = values.ToList();
        return (start, end, _) => new LogScale(all.Min(), all.Max(), start, end, v => Figure.WithUnit(v, "us"), isTight: true);
    }

    private static IEnumerable<(double X, double Y)> Thinned(IEnumerable<(double X, double Y)> points)
    {
        var all = points.ToList();
        // The highest of each group: what a reader looks for is the peak.
        return all.Count <= MaxPoints ? all : all.Chunk((all.Count / MaxPoints) + 1).Select(group => group.MaxBy(p => p.Y));
    }
}
