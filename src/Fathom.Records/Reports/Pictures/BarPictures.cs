using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes one bar chart with intervals for each headline metric.</summary>
internal static class BarPictures
{
    private const int MaxOthers = 20;

    /// <summary>Writes the picture of the main metric of the study, its first headline metric.</summary>
    public static void WriteFirst(HtmlWriter html, ReportStudy study) => Write(html, study, Headlines(study).Take(1));

    /// <summary>Writes the pictures of the other headline metrics.</summary>
    public static void WriteOthers(HtmlWriter html, ReportStudy study) => Write(html, study, Headlines(study).Skip(1));

    private static IEnumerable<MetricInfo> Headlines(ReportStudy study) => study.Record.Metrics.Where(m => m.Headline);

    private static void Write(HtmlWriter html, ReportStudy study, IEnumerable<MetricInfo> metrics)
    {
        foreach (var metric in metrics)
        {
            var drawn = Measured(study.Drawn, metric);
            if (drawn.Count > 0)
            {
                Picture(html, study, metric, drawn);
            }
        }
    }

    private static void Picture(HtmlWriter html, ReportStudy study, MetricInfo metric, List<TrialResult> drawn)
    {
        var title = MetricWords.Of(metric);
        var id = $"{study.Slug}.bars.{metric.Id}";
        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", title);
                html.Text(metric.Better switch
                {
                    Better.Lower => ". Lower is better.",
                    Better.Higher => ". Higher is better.",
                    _ => ".",
                });
                html.Text($" Median and {IntervalText.OfAll(drawn.Select(t => t.Metrics[metric.Id])).TrimEnd(',')}.");
            }

            Chart(study, metric, title, drawn).Write(html, id);
            Details.Write(html, "The figures of this picture", () => Table(html, study, metric, drawn));
            Others(html, study, metric, id);
        }
    }

    private static void Others(HtmlWriter html, ReportStudy study, MetricInfo metric, string id)
    {
        var others = Measured(study.Others, metric);
        if (others.Count == 0)
        {
            return;
        }

        var shown = others.Take(MaxOthers).ToList();
        Details.Write(html, $"{others.Count} more trials", () =>
        {
            Chart(study, metric, $"{MetricWords.Of(metric)}, further trials", shown).Write(html, $"{id}-more");
            if (shown.Count < others.Count)
            {
                html.Element("p", $"The first {shown.Count} of them.");
            }

            using (html.Tag("p"))
            {
                html.Text("Their figures are in the ");
                html.Element("a", "table of all trials", ("href", $"#{study.Slug}.{TrialsSection.Anchor}"));
                html.Text(".");
            }
        });
    }

    private static BarChart Chart(ReportStudy study, MetricInfo metric, string title, List<TrialResult> trials) => new(
        title, metric.Unit, [.. trials.Select(t =>
        {
            var value = t.Metrics[metric.Id];
            return new Bar(
                $"{study.Label(t)}{(t.SideBySide ? " \u2016" : "")}", Legend.Look(study, t), value.Value,
                Math.Min(value.Low, value.High), Math.Max(value.Low, value.High));
        })]);

    private static void Table(HtmlWriter html, ReportStudy study, MetricInfo metric, List<TrialResult> trials) => HtmlTable.Write(
        html, $"{MetricWords.Of(metric)}, by trial", [new("Trial"), new(MetricWords.Of(metric), true)], () =>
        {
            foreach (var trial in trials)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", study.Label(trial), ("scope", "row"));
                    html.Cell(trial.Metrics[metric.Id]);
                }
            }
        });

    private static List<TrialResult> Measured(IEnumerable<TrialResult> trials, MetricInfo metric) =>
        [.. trials.Where(t => t.Metrics.ContainsKey(metric.Id))];
}
