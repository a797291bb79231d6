using System.Globalization;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>Writes the row header of a trial, which is the same in every table.</summary>
internal static class TrialCells
{
    public static void RowHead(HtmlWriter html, ReportStudy study, TrialResult trial)
    {
        using (html.Tag("th", ("scope", "row"), ("class", "id")))
        {
            html.Text(study.Name(trial));
            SideBySide.Write(html, trial);
        }
    }
}

/// <summary>Marks a trial whose replicates ran beside those of others.</summary>
internal static class SideBySide
{
    public static void Write(HtmlWriter html, TrialResult trial)
    {
        if (trial.SideBySide)
        {
            html.Element("abbr", "\u2016", ("title", "replicates ran side by side with those of other trials"));
        }
    }
}

/// <summary>Writes the number of failed calls of a trial, and the numbers by status.</summary>
internal static class ErrorCell
{
    public static void Write(HtmlWriter html, TrialResult? trial, string? head)
    {
        using (html.Tag("td", ("class", "n"), ("data-h", head)))
        {
            html.Text(trial?.Errors.ToString(CultureInfo.InvariantCulture) ?? Figure.Missing);
            foreach (var (status, count) in trial?.ErrorsByStatus ?? new Dictionary<string, int>())
            {
                html.Element("small", string.Create(CultureInfo.InvariantCulture, $"{status} {count}"));
            }
        }
    }
}

/// <summary>Writes content that is collapsed until the reader opens it.</summary>
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
