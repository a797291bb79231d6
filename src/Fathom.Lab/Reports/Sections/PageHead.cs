using System.Globalization;
using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Sections;

/// <summary>The top of the page: one sentence of answer per study.</summary>
internal static class PageHead
{
    public static void Write(HtmlWriter html, IReadOnlyList<StudyView> studies)
    {
        using (html.Tag("header"))
        {
            html.Element("p", "Fathom laboratory report", ("class", "kicker"));
            html.Element("h1", studies.Count == 1 ? "The answer" : "The answers", ("id", "answers"));
            foreach (var study in studies)
            {
                Answer(html, study);
            }
        }

        html.Line();
    }

    private static void Answer(HtmlWriter html, StudyView study)
    {
        var record = study.Record;
        using (html.Tag("div", ("class", "answer")))
        {
            using (html.Tag("p", ("class", "study")))
            {
                html.Element("a", record.Title, ("href", $"#{study.Slug}"));
            }

            html.Element("p", record.Answer, ("class", "lead"));
            using (html.Tag("p", ("class", "meta")))
            {
                html.Text(string.Create(CultureInfo.InvariantCulture,
                    $"Study {record.Study}, profile {record.Profile}, seed {record.Seed}. Started {record.Started.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, took "));
                html.Value(record.ElapsedSeconds, "s");
                html.Text(string.Create(CultureInfo.InvariantCulture,
                    $". {record.Trials.Count} trials, {record.Trials.Sum(t => t.Replicates.Count)} replicates, {record.Findings.Count} claims, {record.Trials.Sum(t => t.Errors)} failed calls, {record.Failures.Count} replicates not measured."));
            }

            PartialMark.Write(html, record);
        }
    }
}
