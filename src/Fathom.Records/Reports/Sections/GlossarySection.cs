using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>The descriptions of the metrics.</summary>
internal sealed class GlossarySection() : ReportSection("glossary", "What was measured")
{
    public override bool Applies(ReportStudy study) => study.Record.Metrics.Count > 0;

    public override void Write(HtmlWriter html, ReportStudy study) => HtmlTable.Write(
        html, "The metrics", [new("In the record"), new("Unit there"), new("Better"), new("What it is")], () =>
        {
            foreach (var metric in study.Record.Metrics)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", metric.Id, ("scope", "row"));
                    html.TextCell(metric.Unit == "us" ? "\u00b5s" : metric.Unit);
                    html.TextCell(metric.Better switch { Better.Lower => "lower", Better.Higher => "higher", _ => Figure.Missing });
                    html.ProseCell(metric.Text);
                }
            }
        });
}
