using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Says that a record is partial, wherever its figures could be taken for the whole.</summary>
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
                    " The run was interrupted: what had been measured by then is shown, the rest is missing. Intervals rest on fewer "
                        + "replicates than planned.");
            }
        }
    }
}
