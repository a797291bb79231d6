using System.Globalization;
using Fathom.Lab.Reports.Html;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Writes the top of the page: an answer of one sentence for each study.</summary>
internal static class PageHead
{
    public static void Write(HtmlWriter html, IReadOnlyList<ReportStudy> studies)
    {
        using (html.Tag("header"))
        {
            html.Element("p", "Fathom laboratory report", ("class", "kicker"));
            html.Element("h1", studies.Count == 1 ? "The answer" : "The answers", ("id", "page.answers"));
            foreach (var study in studies)
            {
                Answer(html, study);
            }
        }

        html.Line();
    }

    private static void Answer(HtmlWriter html, ReportStudy study)
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
                    $"Study {record.Study}, profile {record.Profile}, seed {record.Seed}; "));
                html.Element("time", string.Create(CultureInfo.InvariantCulture, $"{record.Started.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC"),
                    ("class", "v"));
                html.Text(", ");
                html.Value(record.ElapsedSeconds, "s");
                html.Text($"; {Extent(record)}.");
            }

            PartialMark.Write(html, record);
        }
    }

    private static string Extent(RunRecord record)
    {
        var (errors, failures) = (record.Trials.Sum(t => t.Errors), record.Failures.Count);
        string[] parts =
        [
            Counted(record.Trials.Count, "trial"),
            Counted(record.Trials.Sum(t => t.Replicates.Count), "replicate"),
            .. errors > 0 ? [Counted(errors, "failed call")] : Array.Empty<string>(),
            .. failures > 0 ? [$"{Counted(failures, "replicate")} could not be measured"] : Array.Empty<string>(),
        ];
        return string.Join(", ", parts);
    }

    private static string Counted(int count, string what) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {what}{(count == 1 ? "" : "s")}");
}

/// <summary>Writes a note that a record is partial, where its figures could be mistaken for those of a complete run.</summary>
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
                    " The run was interrupted: the page shows only what was measured before. Intervals are based on fewer "
                        + "replicates than planned.");
            }
        }
    }
}
