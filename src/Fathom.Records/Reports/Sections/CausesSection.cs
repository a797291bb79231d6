using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Summary;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>The causes, each with all its pairs in one table.</summary>
internal sealed class CausesSection() : ReportSection("causes", "Every cause and its proofs")
{
    public override void Write(HtmlWriter html, ReportStudy study)
    {
        if (study.Causes.Count == 0)
        {
            html.Element("p", study.Record.Partial
                ? "None yet: the run was interrupted before two trials could be compared."
                : "Nothing was found: no two trials differ enough to support a claim.");
            return;
        }

        html.Element("p",
            "A finding is proven by two trials that differ in exactly one factor. A hint fits the measurements but is not proven.");
        foreach (var cause in study.Causes)
        {
            Cause(html, study, cause);
        }
    }

    private static void Cause(HtmlWriter html, ReportStudy study, CauseGroup cause)
    {
        var kind = cause.IsProven ? "Finding" : "Hint";
        using (html.Tag("div", ("class", $"finding {kind.ToLowerInvariant()}")))
        {
            using (html.Tag("h4"))
            {
                html.Element("span", kind, ("class", "kind"));
                html.Text($" {study.Names.In(cause.Lead.Claim)}");
            }

            using (html.Tag("p", ("class", "meta")))
            {
                html.Text("Cause: ");
                html.Element("code", cause.Id);
            }

            CauseTable.Write(html, study, cause);
            List(html, "What each pair says", cause.Findings.Where(f => f != cause.Lead).Select(f => study.Names.In(f.Claim)));
            List(html, "Formulas", cause.Findings.Select(f => f.Model?.Formula).OfType<string>());
            List(html, "Caveats", cause.Findings.SelectMany(f => f.Caveats).Select(study.Names.In));
            Fixes(html, cause);
        }

        html.Line();
    }

    private static void List(HtmlWriter html, string label, IEnumerable<string> texts)
    {
        var all = texts.Distinct().ToList();
        if (all.Count == 0)
        {
            return;
        }

        html.Element("p", label, ("class", "label"));
        using (html.Tag("ul"))
        {
            foreach (var text in all)
            {
                html.Element("li", text);
            }
        }
    }

    private static void Fixes(HtmlWriter html, CauseGroup cause)
    {
        foreach (var fix in cause.Fixes())
        {
            // A change that makes no difference is no fix: the advice follows from that.
            html.Element("p", fix.Changed is { } changed && fix.Ratio is not { Low: < 1 }
                ? $"The fix: {TrialNames.Level(changed.Factor, changed.To)}" : "What to do", ("class", "label"));
            FixCode.Write(html, fix);
        }
    }
}
