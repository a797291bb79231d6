using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;

namespace Fathom.Records.Reports;

/// <summary>
/// The report of a run: one self-contained HTML page for all its studies, without scripts, network access or external fonts. It has no
/// knowledge of single studies: all content comes from the records.
/// </summary>
public static class HtmlReport
{
    private static readonly ReportSection[] Sections =
    [
        new CausesSection(),
        new PublishedSection(),
        new PicturesSection(),
        new FactorsSection(),
        new TrialsSection(),
        new MetricsSection(),
        new ReplicatesSection(),
        new FailuresSection(),
        new DisturbancesSection(),
        new MachineSection(),
        new RunAgainSection(),
        new GlossarySection(),
    ];

    /// <summary>Returns the page for the records of one run, in their order.</summary>
    /// <param name="records">At least one record. All must be valid, as <see cref="RunRecordStore"/> writes and reads them.</param>
    /// <returns>A complete HTML document. All strings of the records are escaped.</returns>
    /// <exception cref="ArgumentException">There is no record.</exception>
    public static string Write(IReadOnlyList<RunRecord> records)
    {
        ArgumentNullException.ThrowIfNull(records);
        if (records.Count == 0)
        {
            throw new ArgumentException("A report needs at least one record; run a study first.", nameof(records));
        }

        ReportStudy[] studies = [.. records.Select((r, i) => new ReportStudy(r, Slug(records, i)))];
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            Head(html, $"Fathom: {string.Join(", ", records.Select(r => r.Study))}");
            using (html.Tag("body"))
            {
                html.Element("a", "Skip to the answers", ("class", "skip"), ("href", "#page.answers"));
                using (html.Tag("main"))
                {
                    PageHead.Write(html, studies);
                    foreach (var study in studies)
                    {
                        Study(html, study);
                    }
                }
            }
        }

        return html.Finish();
    }

    /// <summary>Writes the head of a page.</summary>
    internal static void Head(HtmlWriter html, string title)
    {
        using (html.Tag("head"))
        {
            html.Empty("meta", ("charset", "utf-8"));
            html.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
            html.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
            // Defence in depth: even if text of a record became markup, the page could load and run nothing.
            html.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", "default-src 'none'; style-src 'unsafe-inline'"));
            html.Element("title", title);
            html.Style(Css());
        }

        html.Line();
    }

    private static void Study(HtmlWriter html, ReportStudy study)
    {
        using (html.Tag("article", ("id", study.Slug), ("aria-labelledby", $"{study.Slug}.title")))
        {
            html.Element("h2", study.Record.Title, ("id", $"{study.Slug}.title"));
            FirstScreen.Write(html, study);
            foreach (var section in Sections.Where(s => s.Applies(study)))
            {
                Section(html, study, section);
            }
        }
    }

    // Folded: the first screen is what a reader came for.
    private static void Section(HtmlWriter html, ReportStudy study, ReportSection section)
    {
        var id = $"{study.Slug}.{section.Id}";
        using (html.Tag("section", ("id", id), ("aria-labelledby", $"{id}.title")))
        using (html.Tag("details", ("class", "section")))
        {
            using (html.Tag("summary"))
            {
                html.Element("h3", section.Heading, ("id", $"{id}.title"));
            }

            section.Write(html, study);
        }

        html.Line();
    }

    // A page can contain two records of one study, whose element ids must differ. The name of a study has no dot.
    private static string Slug(IReadOnlyList<RunRecord> records, int index)
    {
        var earlier = records.Take(index).Count(r => r.Study == records[index].Study);
        return earlier == 0 ? records[index].Study : $"{records[index].Study}.{earlier + 1}";
    }

    internal static string Css() => EmbeddedText.Of("report.css");
}
