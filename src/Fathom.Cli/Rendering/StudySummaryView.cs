using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>
/// Shows a study on the console in five lines: what was asked, the answer, the strongest proof, the fix, and where the page is. A line
/// longer than the console, or than 80 columns, continues below its text.
/// </summary>
internal static class StudySummaryView
{
    private const int LabelWidth = 8;

    /// <summary>Writes the five lines.</summary>
    /// <param name="console">The console.</param>
    /// <param name="record">The record of the study.</param>
    /// <param name="page">Where the page is, as the user would open it.</param>
    public static void Write(IAnsiConsole console, RunRecord record, string page)
    {
        var proof = StrongestProof.In(record);
        console.WriteLine();
        Line(console, "asked", $"{record.Study}: {record.Question}");
        Line(console, "answer", record.Answer, new Style(decoration: Decoration.Bold));
        Line(console, "proof", proof?.Pair is { } pair ? ProofText.Line(record, pair)
            : record.Findings.Count > 0 ? "none: what was seen is a hint" : "none: no two trials differ enough");
        Line(console, "fix", proof is null ? "none without a proof" : Fix(proof), new Style(Color.Green));
        Line(console, "page", page);
        Warnings(console, record);
    }

    private static string Fix(Finding proof) => proof.Changed is { } changed
        ? $"{TrialNames.Level(changed.Factor, changed.To)} ({FixText.Headline(proof.Fix)})"
        : FixText.Headline(proof.Fix);

    // What makes the lines above worth less.
    private static void Warnings(IAnsiConsole console, RunRecord record)
    {
        if (record.Partial)
        {
            Line(console, "partial", "interrupted: only what was measured before", new Style(Color.Yellow));
        }

        if (DisturbanceCount.Of(record).Sentence() is { } disturbed)
        {
            Line(console, "noise", disturbed, new Style(Color.Yellow));
        }

        foreach (var sentence in record.LeftOut)
        {
            Line(console, "not run", sentence, new Style(Color.Yellow));
        }

        if (record.Failures.Count > 0)
        {
            Line(console, "failed", $"{record.Failures.Count} {(record.Failures.Count == 1 ? "replicate" : "replicates")} could not be "
                + "measured; the page says why", new Style(Color.Yellow));
        }
    }

    private static void Line(IAnsiConsole console, string label, string text, Style? style = null)
    {
        var lines = TextLayout.Wrap(text, LabelWidth, TextLayout.WidthOf(console)).ToList();
        console.Write(label.PadRight(LabelWidth), new Style(decoration: Decoration.Dim));
        foreach (var (index, line) in lines.Index())
        {
            console.WriteLine(index == 0 ? line[LabelWidth..] : line, style ?? Style.Plain);
        }
    }
}
