using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>The claims, each with the pair of trials it rests on.</summary>
internal sealed class FindingsSection : IReportSection
{
    public string Id => "findings";

    public string Heading => "Findings";

    public bool Applies(ReportStudy study) => true;

    public void Write(HtmlWriter html, ReportStudy study)
    {
        if (study.Record.Findings.Count == 0)
        {
            html.Element("p", study.Record.Partial
                ? "None yet: the run was interrupted before a pair of trials could carry a claim."
                : "Nothing was found: no pair of trials differs by enough to make a claim of it.");
            return;
        }

        html.Element("p",
            "A finding rests on two trials that differ in exactly one factor. A hint fits what was measured and is not proven so.");
        foreach (var finding in study.Record.Findings)
        {
            Finding(html, study, finding);
        }
    }

    private static void Finding(HtmlWriter html, ReportStudy study, Finding finding)
    {
        var kind = finding.Kind == FindingKind.Finding ? "Finding" : "Hint";
        using (html.Tag("div", ("class", $"finding {kind.ToLowerInvariant()}")))
        {
            using (html.Tag("h4"))
            {
                html.Element("span", kind, ("class", "kind"));
                html.Text($" {finding.Claim}");
            }

            using (html.Tag("p", ("class", "meta")))
            {
                html.Text("Cause: ");
                html.Element("code", finding.Id);
            }

            if (finding.Pair is { } pair)
            {
                Pair(html, study, finding.Kind, pair);
                Ratio(html, study, pair, finding.PValue);
            }

            Model(html, finding.Model);
            Caveats(html, finding.Caveats);
            Fix(html, finding);
        }

        html.Line();
    }

    private static void Pair(HtmlWriter html, ReportStudy study, FindingKind kind, FindingPair pair)
    {
        var unit = Figure.Unit(study.Metric(pair.Metric)?.Unit ?? "");
        HtmlTable.Write(
            // The trials of a hint may differ in more than the factor named.
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
                html.Text("; were there no difference, one as large would come up with probability ");
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

    private static void Model(HtmlWriter html, ModelCheck? model)
    {
        if (model is null)
        {
            return;
        }

        using (html.Tag("p"))
        {
            html.Text("Predicted ");
            using (html.Tag("strong"))
            {
                html.Value(model.Predicted, model.Unit);
            }

            html.Text(", measured ");
            using (html.Tag("strong"))
            {
                html.Value(model.Measured, model.Unit);
            }

            html.Text(". The formula: ");
            html.Element("span", model.Formula, ("class", "formula"));
        }
    }

    private static void Caveats(HtmlWriter html, IReadOnlyList<string> caveats)
    {
        if (caveats.Count == 0)
        {
            return;
        }

        html.Element("p", "To weigh the claim:", ("class", "label"));
        using (html.Tag("ul"))
        {
            foreach (var caveat in caveats)
            {
                html.Element("li", caveat);
            }
        }
    }

    private static void Fix(HtmlWriter html, Finding finding)
    {
        html.Element("p", "The fix", ("class", "label"));
        using (html.Tag("pre", ("tabindex", "0"), ("role", "region"), ("aria-label", $"The fix for {finding.Id}")))
        {
            html.Element("code", finding.Fix);
        }
    }
}
