using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes sentences as a list.</summary>
internal static class TextList
{
    public static void Write(HtmlWriter html, IReadOnlyList<string> lines)
    {
        if (lines.Count == 0)
        {
            return;
        }

        using (html.Tag("ul", ("class", "lines")))
        {
            foreach (var line in lines)
            {
                html.Element("li", UnbrokenText.Of(line));
            }
        }
    }
}
