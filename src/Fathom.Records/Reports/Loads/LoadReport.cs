using System.Text;
using Fathom.Records.Loads;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Loads;

/// <summary>The page of a run of load: one self-contained HTML document, without scripts, network access or external fonts. All content
/// comes from the record.</summary>
public static class LoadReport
{
    /// <summary>Returns the page.</summary>
    public static string Write(LoadRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            HtmlReport.Head(html, $"Fathom: load on {record.Plan.Call}");
            using (html.Tag("body"))
            using (html.Tag("main"))
            {
                LoadSections.Write(html, record);
                LoadPictures.Write(html, record);
                LoadSections.Details(html, record);
            }
        }

        return html.Finish();
    }

    /// <summary>Writes the page and replaces the file atomically.</summary>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void WriteFile(string path, LoadRecord record) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Write(record)), "the page");
}
