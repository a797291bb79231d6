using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Summary;

namespace Fathom.Records.Reports.Sections;

/// <summary>The replicates during which the machine was disturbed, with the reason.</summary>
internal sealed class DisturbancesSection() : ReportSection("disturbances", "What disturbed the machine")
{
    public override bool Applies(ReportStudy study) => DisturbanceCount.Of(study.Record).Sentence() is not null;

    public override void Write(HtmlWriter html, ReportStudy study) => HtmlTable.Write(
        html, "Disturbed replicates", [new("Trial"), new("Block", true), new("What happened"), new("Counts")], () =>
        {
            foreach (var trial in study.Record.Trials)
            {
                foreach (var replicate in trial.Replicates.Where(r => r.Disturbance is not null))
                {
                    Row(html, study, trial, replicate, "yes, marked");
                }

                foreach (var replicate in trial.SetAside)
                {
                    Row(html, study, trial, replicate, "no, repeated");
                }
            }
        });

    private static void Row(HtmlWriter html, ReportStudy study, TrialResult trial, Replicate replicate, string counts)
    {
        using (html.Tag("tr"))
        {
            TrialCells.RowHead(html, study, trial);
            html.Cell(replicate.Block);
            html.ProseCell(replicate.Disturbance ?? Figure.Missing);
            html.TextCell(counts);
        }
    }
}

/// <summary>Writes a note that some replicates were measured on a disturbed machine.</summary>
internal static class DisturbanceMark
{
    public static void Write(HtmlWriter html, RunRecord record)
    {
        if (DisturbanceCount.Of(record).Sentence() is { } sentence)
        {
            using (html.Tag("p", ("class", "disturbed"), ("role", "note")))
            {
                html.Element("strong", "The machine was disturbed.");
                html.Text($" {sentence}");
            }
        }
    }
}
