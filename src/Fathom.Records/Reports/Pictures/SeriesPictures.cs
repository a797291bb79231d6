using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes the values that were sampled during a replicate, such as thread-pool threads: one picture for each name, with a line for
/// each trial.</summary>
internal static class SeriesPictures
{
    // Ratio of the highest to the lowest maximum above which the lowest line would coincide with the axis of a linear scale. Maxima are
    // compared, not medians, because the median of a line that is mostly 0 is 0.
    private const double LogBeyond = 50;

    public static void Write(HtmlWriter html, ReportStudy study)
    {
        foreach (var name in study.Record.Trials.SelectMany(t => t.Series).Select(s => s.Name).Distinct()
            .Where(n => !SequencePictures.Shows(n)))
        {
            Picture(html, study, name);
        }
    }

    private static void Picture(HtmlWriter html, ReportStudy study, string name)
    {
        var drawn = study.Drawn.Where(t => Typical(study, t, name) is not null).ToList();
        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", $"{MetricWords.OfSeries(name)} over time");
                html.Text(". Each line is the replicate nearest to the median of its trial.");
            }

            if (drawn.Count > 0)
            {
                Chart(html, study, name, drawn);
                Legend.Write(html, study, drawn);
            }

            Details.Write(html, "The figures of this picture, and of all other replicates", () => Table(html, study, name));
        }
    }

    private static void Chart(HtmlWriter html, ReportStudy study, string name, List<TrialResult> drawn)
    {
        var series = drawn.ConvertAll(t => Typical(study, t, name)!);
        var lines = drawn.Select((t, i) =>
            new ChartLine(study.Letter(t), Legend.Look(study, t), [.. series[i].Points.Select(p => (p[0], p[1]))])).ToList();
        var points = lines.SelectMany(l => l.Points).ToList();
        var unit = Figure.Unit(series[0].Unit);
        var description = string.Join("; ", drawn.Select((t, i) =>
            $"{study.Label(t)}: from {Figure.Show(series[i].Points[0][1])} to {Figure.Show(series[i].Points[^1][1])} within "
                + $"{Figure.WithUnit(series[i].Points[^1][0], "ms")}"));
        var above = points.Select(p => p.Y).Where(y => y > 0).DefaultIfEmpty(1).Min();
        var isLogarithmic = lines.Select(Highest).Where(y => y > 0).ToList() is { Count: > 0 } highest
            && highest.Max() / highest.Min() > LogBeyond;
        var inSeconds = points.Max(p => p.X) >= 1000;
        var words = MetricWords.OfSeries(name);
        var isSaid = unit.Length == 0 || words.EndsWith(unit, StringComparison.Ordinal);
        var label = $"{words}{(isSaid ? "" : $", {unit}")}{(isLogarithmic ? ", logarithmic; 0 at its foot" : "")}";
        new LineChart($"{words} over time", description, $"{(inSeconds ? "s" : "ms")} since the workload began", label, lines,
            IsStaircase: true)
            .Write(
                html, $"{study.Slug}.series.{name}",
                (start, end, ticks) => TimeScale(points.Max(p => p.X), inSeconds, start, end, ticks),
                (start, end, ticks) => isLogarithmic
                    ? new LogScale(above, points.Max(p => p.Y), start, end, isTight: true)
                    : new LinearScale(points.Min(p => p.Y), points.Max(p => p.Y), start, end, ticks));
    }

    /// <summary>Returns the scale of times in milliseconds, labelled in seconds where they are long.</summary>
    public static Scale TimeScale(double most, bool inSeconds, double start, double end, int ticks) => inSeconds
        ? new LinearScale(0, most / 1000, start, end, ticks, isOpen: true).In(1e-3)
        : new LinearScale(0, most, start, end, ticks, isOpen: true);

    private static double Highest(ChartLine line) => line.Points.Max(p => p.Y);

    // The trial is represented by the replicate whose first headline metric is nearest to the trial's median.
    public static Series? Typical(ReportStudy study, TrialResult trial, string name)
    {
        var candidates = trial.Series.Where(s => s.Name == name && s.Points.Count > 0);
        var metric = study.Record.Metrics.FirstOrDefault(m => m.Headline)?.Id ?? "";
        return trial.Metrics.TryGetValue(metric, out var median)
            ? candidates.MinBy(s => trial.Replicates.FirstOrDefault(r => r.Block == s.Block)?.Values.TryGetValue(
                metric, out var value) == true
                ? Math.Abs(value - median.Value)
                : double.MaxValue)
            : candidates.FirstOrDefault();
    }

    public static void Table(HtmlWriter html, ReportStudy study, string name) => HtmlTable.Write(
        html, $"{MetricWords.OfSeries(name)}, by replicate", [new("Trial"), new("Block", true), new("ms = value")], () =>
        {
            foreach (var trial in study.Record.Trials)
            {
                foreach (var series in trial.Series.Where(s => s.Name == name))
                {
                    using (html.Tag("tr"))
                    {
                        TrialCells.RowHead(html, study, trial);
                        html.Cell(series.Block);
                        html.Element("td", string.Join(' ', series.Points.Select(p => $"{Figure.Exact(p[0])}={Figure.Exact(p[1])}")),
                            ("class", "raw"));
                    }

                    html.Line();
                }
            }
        });
}
