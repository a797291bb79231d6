using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>The row head of a trial, the same in every table.</summary>
internal static class TrialCells
{
    public static void RowHead(HtmlWriter html, TrialResult trial)
    {
        using (html.Tag("th", ("scope", "row"), ("class", "id")))
        {
            html.Text(trial.Id);
            if (trial.SideBySide)
            {
                html.Element("abbr", "\u2016", ("title", "replicates ran side by side with those of other trials"));
            }
        }
    }
}
