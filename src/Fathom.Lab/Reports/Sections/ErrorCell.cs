using System.Globalization;
using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Failed calls of a trial: how many, and below it of which status.</summary>
internal static class ErrorCell
{
    public static void Write(HtmlWriter html, TrialResult? trial)
    {
        using (html.Tag("td", ("class", "n")))
        {
            html.Text(trial?.Errors.ToString(CultureInfo.InvariantCulture) ?? Figure.Missing);
            foreach (var (status, count) in trial?.ErrorsByStatus ?? new Dictionary<string, int>())
            {
                html.Element("small", string.Create(CultureInfo.InvariantCulture, $"{status} {count}"));
            }
        }
    }
}
