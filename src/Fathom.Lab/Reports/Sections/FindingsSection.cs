using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>The findings and hints, each with its evidence.</summary>
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
                ? "None yet: the run was interrupted before two trials could be compared."
                : "Nothing was found: no two trials differ enough to support a claim.");
            return;
        }

        html.Element("p",
            "A finding is proven by two trials that differ in exactly one factor. A hint fits the measurements but is not proven.");
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
                FindingEvidence.Write(html, study, finding, pair);
            }

            Model(html, finding.Model);
            Caveats(html, finding.Caveats);
            Fix(html, finding);
        }

        html.Line();
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

        html.Element("p", "Caveats", ("class", "label"));
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
