using System.Globalization;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>All trials, with the headline metrics.</summary>
internal sealed class TrialsSection() : ReportSection(Anchor, "All trials")
{
    /// <summary>The last part of the section's element id, for links to it.</summary>
    public const string Anchor = "trials";

    private const int MaxReflowed = 60;

    private const string Replicates = "Replicates";
    private const string Failed = "Failed calls";

    public override bool Applies(ReportStudy study) => study.Record.Trials.Count > 0;

    public override void Write(HtmlWriter html, ReportStudy study)
    {
        PartialMark.Write(html, study.Record);
        if (study.Constant.Count > 0)
        {
            var constant = study.Constant.Select(f => TrialNames.Level(f.Name, ReportStudy.Level(study.Record.Trials[0], f.Name)));
            html.Element("p", $"The same in all trials: {string.Join(", ", constant)}.");
        }

        if (study.Varying.Count > 0)
        {
            html.Element("p", $"The baseline: {string.Join(", ", study.Names.BaselineLevels())}. Other trials are named by what differs "
                + "from it.");
        }

        if (study.Record.Trials.Any(t => t.SideBySide))
        {
            html.Element("p", "Trials marked \u2016 ran side by side with others: their processors are idle nearly all the time.");
        }

        // In a longer list, a reader looks for one figure in many rows: there columns serve better, and the page stays small.
        var isReflowed = study.Record.Trials.Count <= MaxReflowed;
        MetricInfo[] headline = [.. study.Record.Metrics.Where(m => m.Headline)];
        HtmlTable.Write(
            html, "Trials, in the order of the plan",
            [
                new("Trial"), .. headline.Select(m => new TableColumn(MetricWords.Of(m), true)), new(Replicates, true), new(Failed, true),
            ],
            () =>
            {
                foreach (var trial in study.Record.Trials)
                {
                    Row(html, study, headline, trial, isReflowed);
                }
            },
            $"Median of the replicates, with the {IntervalText.OfAll(study.Record.Trials.SelectMany(t => t.Metrics.Values))} below it.",
            isReflowed);
    }

    private static void Row(HtmlWriter html, ReportStudy study, MetricInfo[] headline, TrialResult trial, bool isReflowed)
    {
        using (html.Tag("tr"))
        {
            // The id, by which the record names the trial, is for those who read both.
            using (html.Tag("th", ("scope", "row"), ("class", "id"), ("title", $"{trial.Id} in the record")))
            {
                html.Text(study.Name(trial));
                SideBySide.Write(html, trial);
            }

            foreach (var metric in headline)
            {
                html.Cell(trial.Metrics.GetValueOrDefault(metric.Id), Head(MetricWords.Of(metric)));
            }

            html.Element("td", trial.Replicates.Count.ToString(CultureInfo.InvariantCulture), ("class", "n"), ("data-h", Head(Replicates)));
            ErrorCell.Write(html, trial, Head(Failed));
        }

        html.Line();
        string? Head(string head) => isReflowed ? head : null;
    }
}
