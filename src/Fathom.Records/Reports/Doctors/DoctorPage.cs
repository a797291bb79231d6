using System.Text;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Doctors;

/// <summary>The page of a verdict: one self-contained HTML file, without scripts, network access or external fonts. All content comes from
/// the record, and is escaped.</summary>
public static class DoctorPage
{
    /// <summary>Writes the page and replaces the file atomically.</summary>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void WriteFile(string path, DoctorRecord record) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Write(record)), "the page");

    /// <summary>The page.</summary>
    public static string Write(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            HtmlReport.Head(html, $"Fathom: {record.Target.Name}");
            using (html.Tag("body"))
            using (html.Tag("main"))
            {
                html.Element("h1", "Fathom doctor", ("class", "kicker"));
                using (html.Tag("article"))
                {
                    VerdictScreen.Write(html, record);
                    CourseSection.Write(html, record);
                    CauseSections.Write(html, record);
                    VerdictDetails.Write(html, record);
                }
            }
        }

        return html.Finish();
    }
}
