using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Sections;

/// <summary>The question of the study and its factors.</summary>
internal sealed class QuestionSection : IReportSection
{
    public string Id => "question";

    public string Heading => "The question";

    public bool Applies(ReportStudy study) => true;

    public void Write(HtmlWriter html, ReportStudy study)
    {
        html.Element("p", study.Record.Question);
        if (study.Record.Factors.Count == 0)
        {
            return;
        }

        HtmlTable.Write(html, "What was varied", [new("Factor"), new("What it is"), new("Levels")], () =>
        {
            foreach (var factor in study.Record.Factors)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", factor.Name, ("scope", "row"));
                    html.ProseCell(factor.Text);
                    html.TextCell(string.Join(", ", factor.Levels));
                }
            }
        }, "The baseline\u2019s level is the first. Trials are named by the levels in which they differ from it.");
    }
}
