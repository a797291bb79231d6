using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>All trials, with the levels of varying factors and the headline metrics.</summary>
internal sealed class TrialsSection : IReportSection
{
    /// <summary>The last part of the section's element id, for links to it.</summary>
    public const string Anchor = "trials";

    public string Id => Anchor;

    public string Heading => "All trials";

    public bool Applies(ReportStudy study) => study.Record.Trials.Count > 0;

    public void Write(HtmlWriter html, ReportStudy study)
    {
        PartialMark.Write(html, study.Record);
        if (study.Constant.Count > 0)
        {
            var constant = study.Constant.Select(f => $"{f.Name} {ReportStudy.Level(study.Record.Trials[0], f.Name)}");
            html.Element("p", $"The same in all trials: {string.Join(", ", constant)}.");
        }

        if (study.Record.Trials.Any(t => t.SideBySide))
        {
            html.Element("p", "Trials marked \u2016 ran side by side with others: their processors are idle nearly all the time.");
        }

        MetricInfo[] headline = [.. study.Record.Metrics.Where(m => m.Headline)];
        HtmlTable.Write(
            html, "Trials, in the order of the plan",
            [
                new("Trial"), .. study.Varying.Select(f => new TableColumn(f.Name)),
                .. headline.Select(m => new TableColumn(m.Id, true, Figure.Unit(m.Unit))), new("Replicates", true),
                    new("Failed calls", true),
            ],
            () =>
            {
                foreach (var trial in study.Record.Trials)
                {
                    Row(html, study, headline, trial);
                }
            },
            "Median of the replicates, with the 95 % bootstrap interval below it.");
    }

    private static void Row(HtmlWriter html, ReportStudy study, MetricInfo[] headline, TrialResult trial)
    {
        using (html.Tag("tr"))
        {
            TrialCells.RowHead(html, trial);
            foreach (var factor in study.Varying)
            {
                var level = ReportStudy.Level(trial, factor.Name);
                html.Element("td", level, ("class", level == factor.Levels[0] ? "same" : "changed"));
            }

            foreach (var metric in headline)
            {
                html.Cell(trial.Metrics.GetValueOrDefault(metric.Id));
            }

            html.Cell(trial.Replicates.Count);
            ErrorCell.Write(html, trial);
        }

        html.Line();
    }
}
