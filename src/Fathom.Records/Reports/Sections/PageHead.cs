using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>Writes the top of the page. A page of several studies has the answer of each, as a link to its part.</summary>
internal static class PageHead
{
    public static void Write(HtmlWriter html, IReadOnlyList<ReportStudy> studies)
    {
        using (html.Tag("header"))
        {
            html.Element("h1", "Fathom laboratory report", ("id", "page.answers"), ("class", "kicker"));
            if (studies.Count > 1)
            {
                using (html.Tag("ul", ("class", "answers")))
                {
                    foreach (var study in studies)
                    {
                        Answer(html, study);
                    }
                }
            }
        }

        html.Line();
    }

    private static void Answer(HtmlWriter html, ReportStudy study)
    {
        using (html.Tag("li"))
        {
            html.Element("a", study.Record.Title, ("href", $"#{study.Slug}"));
            html.Element("p", study.Record.Answer);
        }
    }
}

/// <summary>Writes a note that a record is partial, where its figures could be mistaken for those of a complete run.</summary>
internal static class PartialMark
{
    public static void Write(HtmlWriter html, RunRecord record)
    {
        if (record.Partial)
        {
            using (html.Tag("p", ("class", "partial"), ("role", "note")))
            {
                html.Element("strong", "Partial record.");
                html.Text(
                    " The run was interrupted: the page shows only what was measured before. Intervals are based on fewer "
                        + "replicates than planned.");
            }
        }
    }
}
