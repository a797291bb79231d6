using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Writes the evidence of a claim: its two trials and the ratio of their metric.</summary>
internal static class FindingEvidence
{
    public static void Write(HtmlWriter html, ReportStudy study, Finding finding, FindingPair pair)
    {
        Pair(html, study, finding.Kind, pair);
        Ratio(html, study, pair, finding.PValue);
    }

    private static void Pair(HtmlWriter html, ReportStudy study, FindingKind kind, FindingPair pair)
    {
        var unit = Figure.Unit(study.Metric(pair.Metric)?.Unit ?? "");
        HtmlTable.Write(
            // The trials of a hint can differ in further factors.
            html, kind == FindingKind.Finding ? $"The pair: only {pair.Changed.Factor} differs" : "The two trials compared",
            [new("Trial"), new(pair.Changed.Factor), new(pair.Metric, true, unit), new("Failed calls", true)],
            () =>
            {
                Row("Baseline", pair.Baseline, pair.Changed.From);
                Row("Counterfactual", pair.Counterfactual, pair.Changed.To);
            });

        void Row(string role, string id, string level)
        {
            var trial = study.Trial(id);
            using (html.Tag("tr"))
            {
                html.Element("th", $"{role} {id}", ("scope", "row"));
                html.TextCell(level);
                html.Cell(trial?.Metrics.GetValueOrDefault(pair.Metric));
                ErrorCell.Write(html, trial);
            }
        }
    }

    private static void Ratio(HtmlWriter html, ReportStudy study, FindingPair pair, double? pValue)
    {
        using (html.Tag("p"))
        {
            html.Text($"{pair.Metric}, baseline divided by counterfactual: ");
            using (html.Tag("span", ("data-v", Figure.Data(pair.Ratio.Value, pair.Ratio.Low, pair.Ratio.High)), ("class", "v")))
            {
                html.Element("strong", Figure.Show(pair.Ratio.Value));
                html.Text($" (95 % interval {Figure.Interval(pair.Ratio.Low, pair.Ratio.High)})");
            }

            if (pValue is { } p)
            {
                html.Text("; probability of a difference this large if there were none: ");
                html.Value(p);
            }

            html.Text(study.Metric(pair.Metric)?.Better switch
            {
                Better.Lower => ". Lower is better.",
                Better.Higher => ". Higher is better.",
                _ => ".",
            });
        }
    }
}
