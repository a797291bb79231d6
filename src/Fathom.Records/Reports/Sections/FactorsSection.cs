using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>The factors of the study.</summary>
internal sealed class FactorsSection() : ReportSection("factors", "What was varied")
{
    public override bool Applies(ReportStudy study) => study.Record.Factors.Count > 0;

    public override void Write(HtmlWriter html, ReportStudy study)
    {
        HtmlTable.Write(html, "What was varied", [new("Factor"), new("What it is"), new("Levels")], () =>
        {
            foreach (var factor in study.Record.Factors)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", factor.Name.Replace('_', ' '), ("scope", "row"));
                    html.ProseCell(factor.Text);
                    html.TextCell(string.Join(", ", factor.Levels.Select(l => TrialNames.Level(factor.Name, l))));
                }
            }
        }, "The baseline\u2019s level is the first. Trials are named by the levels in which they differ from it.");
    }
}
