using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes a section of one line that opens.</summary>
internal static class FoldedSection
{
    public static void Write(HtmlWriter html, string heading, Action content)
    {
        using (html.Tag("section"))
        using (html.Tag("details", ("class", "section")))
        {
            using (html.Tag("summary"))
            {
                html.Element("h3", heading);
            }

            content();
        }

        html.Line();
    }
}
