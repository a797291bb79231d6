using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Sections;

/// <summary>What a reader opens when he wants it.</summary>
internal static class Details
{
    public static void Write(HtmlWriter html, string summary, Action content)
    {
        using (html.Tag("details"))
        {
            html.Element("summary", summary);
            content();
        }

        html.Line();
    }
}
