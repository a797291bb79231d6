using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>The replicates that could not be measured, with the reason.</summary>
internal sealed class FailuresSection() : ReportSection("failures", "What could not be measured")
{
    public override bool Applies(ReportStudy study) => study.Record.Failures.Count > 0;

    public override void Write(HtmlWriter html, ReportStudy study) => HtmlTable.Write(
        html, "Failed replicates; the rest of the study continued",
        [new("Trial"), new("Block", true), new("Process"), new("Stage"), new("What happened")],
        () =>
        {
            foreach (var failure in study.Record.Failures)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", study.Names.Of(failure.Trial), ("scope", "row"));
                    html.Cell(failure.Block);
                    html.TextCell(failure.Side);
                    html.TextCell(failure.Stage);
                    using (html.Tag("td", ("class", "prose")))
                    {
                        html.Text(failure.Message);
                        if (failure.StandardError.Length > 0)
                        {
                            html.Element("pre", failure.StandardError);
                        }
                    }
                }
            }
        });
}
