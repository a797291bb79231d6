using System.Globalization;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes the latency of calls by percentile, on a logarithmic axis, with one line for each trial.</summary>
internal static class LatencyPicture
{
    private static readonly (string Name, double Quantile)[] Quantiles =
        [("p50", 0.5), ("p75", 0.75), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1)];

    public static void Write(HtmlWriter html, ReportStudy study)
    {
        var all = study.Record.Trials.Where(HasLatency).ToList();
        if (all.Count == 0)
        {
            return;
        }

        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", "Latency of calls by percentile");
                html.Text(". All calls of all replicates, the slowest on the right. 90 %, 99 % and 99.9 % are evenly spaced.");
            }

            var drawn = study.Drawn.Where(HasLatency).ToList();
            if (drawn.Count > 0)
            {
                Chart(html, study, drawn);
                Legend.Write(html, study, drawn);
            }

            Details.Write(html, "The figures of this picture, and of all other trials", () =>
            {
                Percentiles(html, study, all);
                Buckets(html, study, all);
            });
        }
    }

    private static bool HasLatency(TrialResult trial) => trial.Latency.Any(b => b.Count > 0);

    private static void Chart(HtmlWriter html, ReportStudy study, List<TrialResult> drawn)
    {
        var distributions = drawn.ConvertAll(t => new LatencyDistribution(t.Latency));
        var low = distributions.Min(d => d.LowestAboveZero);
        var high = distributions.Max(d => d.Highest);
        var lines = drawn.Select((t, i) => new ChartLine(study.Letter(t), Legend.Look(study, t), distributions[i].Curve()));
        var description = string.Join("; ", drawn.Select((t, i) =>
            $"{study.Label(t)}: median {Figure.WithUnit(distributions[i].At(0.5), "us")}, 99 % within "
                + $"{Figure.WithUnit(distributions[i].At(0.99), "us")}"));
        new LineChart("Latency of calls by percentile", description, "share of calls answered within", "latency, logarithmic", [.. lines],
            IsStaircase: false)
            .Write(
                html, $"{study.Slug}.latency",
                (start, end, _) => new NinesScale(distributions.Max(d => d.Count), start, end),
                (start, end, _) => new LogScale(low, high, start, end, v => Figure.WithUnit(v, "us"), isTight: true));
    }

    private static void Percentiles(HtmlWriter html, ReportStudy study, List<TrialResult> trials) => HtmlTable.Write(
        html, "Latency by percentile", [new("Trial"), new("Calls", true),
            .. Quantiles.Select(q => new TableColumn(q.Name, true))], () =>
        {
            foreach (var trial in trials)
            {
                var distribution = new LatencyDistribution(trial.Latency);
                using (html.Tag("tr"))
                {
                    html.Element("th", study.Label(trial), ("scope", "row"));
                    html.Cell(distribution.Count);
                    foreach (var (_, quantile) in Quantiles)
                    {
                        html.Cell(distribution.At(quantile), "us");
                    }
                }
            }
        }, "Upper bounds of the buckets that hold the percentile.");

    private static void Buckets(HtmlWriter html, ReportStudy study, List<TrialResult> trials) => HtmlTable.Write(
        html, "Latency buckets", [new("Trial"), new("upper bound in \u00b5s = calls")], () =>
        {
            foreach (var trial in trials)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", study.Label(trial), ("scope", "row"));
                    html.Element("td", string.Join(' ', trial.Latency.Select(b =>
                        string.Create(CultureInfo.InvariantCulture, $"{Figure.Exact(b.UpToUs)}={b.Count}"))), ("class", "raw"));
                }
            }
        });
}
