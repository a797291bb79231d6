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
    public static void WriteFile(string path, DoctorRecord record)
    {
        try
        {
            AtomicFile.Write(path, Encoding.UTF8.GetBytes(Write(record)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"the page cannot be written: {e.Message}", "Give a writable folder with --out DIR.",
                inner: e);
        }
    }

    /// <summary>The page.</summary>
    public static string Write(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            Head(html, record);
            using (html.Tag("body"))
            using (html.Tag("main"))
            {
                html.Element("h1", "Fathom doctor", ("class", "kicker"));
                using (html.Tag("article"))
                {
                    VerdictScreen.Write(html, record);
                    SeriesPicture.Write(html, record.Series);
                    CauseSections.Write(html, record);
                    VerdictDetails.Write(html, record);
                }
            }
        }

        return html.Finish();
    }

    private static void Head(HtmlWriter html, DoctorRecord record)
    {
        using (html.Tag("head"))
        {
            html.Empty("meta", ("charset", "utf-8"));
            html.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
            html.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
            html.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", "default-src 'none'; style-src 'unsafe-inline'"));
            html.Element("title", $"Fathom: {record.Target.Name}");
            html.Style(HtmlReport.Css());
        }

        html.Line();
    }
}
