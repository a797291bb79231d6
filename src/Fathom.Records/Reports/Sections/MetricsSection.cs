using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>All metrics of all trials.</summary>
internal sealed class MetricsSection() : ReportSection("metrics", "Every metric")
{
    public override bool Applies(ReportStudy study) => study.Record.Trials.Any(t => t.Metrics.Count > 0);

    public override void Write(HtmlWriter html, ReportStudy study) => Details.Write(html, "Every metric of every trial", () =>
        HtmlTable.Write(
            html, "Every metric",
            [new("Trial"), .. study.Record.Metrics.Select(m => new TableColumn(MetricWords.Of(m), true))],
            () =>
            {
                foreach (var trial in study.Record.Trials)
                {
                    using (html.Tag("tr"))
                    {
                        TrialCells.RowHead(html, study, trial);
                        foreach (var metric in study.Record.Metrics)
                        {
                            html.Cell(trial.Metrics.GetValueOrDefault(metric.Id));
                        }
                    }

                    html.Line();
                }
            },
            $"Median of the replicates, with the {IntervalText.OfAll(study.Record.Trials.SelectMany(t => t.Metrics.Values))} below it."));
}
