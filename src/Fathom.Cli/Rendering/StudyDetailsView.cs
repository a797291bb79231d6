using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows what the five lines of a study leave out: the published figures beside the measured ones, and every cause with its
/// proofs.</summary>
internal static class StudyDetailsView
{
    public static void Write(IAnsiConsole console, RunRecord record)
    {
        foreach (var table in record.Tables)
        {
            ComparisonView.Write(console, record, table);
        }

        if (record.Lines.Count > 0)
        {
            console.WriteLine();
            console.WriteLine("Measured, in the published form:");
            var names = new TrialNames(record);
            foreach (var line in record.Lines)
            {
                TextLayout.Write(console, $"{names.Of(line.Trial)}: {line.Text}", indent: 2);
            }
        }

        foreach (var cause in CauseGroup.Of(record))
        {
            CauseView.Write(console, record, cause);
        }
    }
}
