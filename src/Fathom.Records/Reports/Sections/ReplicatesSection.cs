using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>All replicates.</summary>
internal sealed class ReplicatesSection() : ReportSection("replicates", "Every replicate")
{
    public override bool Applies(ReportStudy study) => study.Record.Trials.Any(t => t.Replicates.Count > 0);

    public override void Write(HtmlWriter html, ReportStudy study) => Details.Write(html, "Every replicate of every trial", () =>
        HtmlTable.Write(
            html, "Every replicate",
            [
                new("Trial"), new("Block", true), new("Position in the run", true), new("Failed calls", true),
                .. study.Record.Metrics.Select(m => new TableColumn(MetricWords.Of(m), true, Figure.Unit(m.Unit))),
            ],
            () =>
            {
                foreach (var trial in study.Record.Trials)
                {
                    foreach (var replicate in trial.Replicates)
                    {
                        Row(html, study, trial, replicate);
                    }
                }
            },
            "Within a block every trial runs once, in random order."));

    private static void Row(HtmlWriter html, ReportStudy study, TrialResult trial, Replicate replicate)
    {
        using (html.Tag("tr"))
        {
            TrialCells.RowHead(html, study, trial);
            html.Cell(replicate.Block);
            html.Cell(replicate.Position);
            html.Cell(replicate.Errors);
            foreach (var metric in study.Record.Metrics)
            {
                if (replicate.Values.TryGetValue(metric.Id, out var value))
                {
                    html.Cell(value);
                }
                else
                {
                    html.Element("td", Figure.Missing, ("class", "n"));
                }
            }
        }

        html.Line();
    }
}
