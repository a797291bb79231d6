using System.Reflection;
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
            Head(html, record);
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
    public static void WriteFile(string path, LoadRecord record)
    {
        var page = Encoding.UTF8.GetBytes(Write(record));
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            AtomicFile.Write(path, page);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"the page cannot be written: {e.Message}", "Give a writable folder with --out DIR.",
                inner: e);
        }
    }

    private static void Head(HtmlWriter html, LoadRecord record)
    {
        using (html.Tag("head"))
        {
            html.Empty("meta", ("charset", "utf-8"));
            html.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
            html.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
            html.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", "default-src 'none'; style-src 'unsafe-inline'"));
            html.Element("title", $"Fathom: load on {record.Plan.Call}");
            html.Style(Css());
        }

        html.Line();
    }

    private static string Css()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("report.css")
            ?? throw new InvalidOperationException("The resource 'report.css' is not in the assembly: the build is broken.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
