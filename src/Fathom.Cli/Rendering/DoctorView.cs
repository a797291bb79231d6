using Fathom.Cli.Rendering.Changes;
using Fathom.Cli.Rendering.Verdicts;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a verdict on the console: the sentence, where the time goes, the causes with proof and fix, what was ruled out, what
/// could not be looked at.</summary>
internal static class DoctorView
{
    private static readonly Style Bold = new(decoration: Decoration.Bold);

    /// <summary>Writes it.</summary>
    /// <param name="console">The console.</param>
    /// <param name="record">The verdict.</param>
    /// <param name="isVerbose">Whether what was ruled out, rejected and not looked at is listed, and not counted.</param>
    public static void Write(IAnsiConsole console, DoctorRecord record, bool isVerbose = false)
    {
        console.WriteLine();
        if (record.Partial)
        {
            TextLayout.Write(console, "Interrupted: this is the verdict on what was seen before.", new Style(Color.Yellow));
        }

        TextLayout.Write(console, $"{record.Target.Name}: {record.Verdict}", Bold);
        if (record.Against is { } change)
        {
            console.WriteLine();
            DoctorChangeView.Write(console, $"Against the record of {change.Since:yyyy-MM-dd HH:mm} (UTC): {change.Verdict}", change);
        }

        TimeView.Write(console, record);
        RivalsView.Write(console, record, isVerbose);
        foreach (var (index, cause) in record.Causes.Index())
        {
            console.WriteLine();
            Cause(console, record, index + 1, cause);
        }

        Leftovers(console, record, isVerbose);
    }

    /// <summary>Writes where the page is.</summary>
    /// <param name="console">The console.</param>
    /// <param name="page">As the user would open it.</param>
    public static void WritePage(IAnsiConsole console, string page)
    {
        console.WriteLine();
        TextLayout.Write(console, $"page: {page}");
    }

    // One line for each list: most readers need only the count.
    private static void Leftovers(IAnsiConsole console, DoctorRecord record, bool isVerbose)
    {
        if (isVerbose)
        {
            ListView.Write(console, "Ruled out", RuledOutGroup.Of(record).Select(g => $"{string.Join(", ", g.Ids)}: {g.By}"));
            ListView.Write(console, "Could not be looked at", record.NotSeen);
            return;
        }

        string[] counts =
        [
            .. record.RuledOut.Count > 0 ? [$"ruled out: {FigureText.Count(record.RuledOut.Count, "cause")}"] : Array.Empty<string>(),
            .. record.NotSeen.Count > 0 ? [$"could not be looked at: {FigureText.Count(record.NotSeen.Count, "question")}"]
                : Array.Empty<string>(),
        ];
        if (counts.Length > 0)
        {
            console.WriteLine();
        }

        foreach (var (index, line) in counts.Index())
        {
            TextLayout.Write(console, index == 0 ? $"{line}, -v lists them" : line);
        }
    }

    private static void Cause(IAnsiConsole console, DoctorRecord record, int rank, DoctorCause cause)
    {
        var mark = $"{rank}. ";
        TextLayout.Write(console, ShareText.Head(cause),
            cause.Kind == FindingKind.Finding ? new Style(Color.Green, decoration: Decoration.Bold) : Bold, mark.Length, mark);
        TextLayout.Write(console, $"seen: {cause.Evidence}", indent: 3);
        if (cause.Proof is { } proof)
        {
            TextLayout.Write(console, $"proof: {DoctorProofText.Of(proof)}", indent: 3);
            PairsView.Write(console, RunPairs.Of(record, proof), proof);
        }

        if (cause.WouldProve is { } would)
        {
            TextLayout.Write(console, $"proof would be: {would}", indent: 3);
        }

        if (cause.Model is { } model)
        {
            TextLayout.Write(console, $"predicted {Amount.Show(model.Predicted, model.Unit)}, measured "
                + $"{Amount.Show(model.Measured, model.Unit)}: {model.Formula}", indent: 3);
        }

        foreach (var caveat in cause.Caveats)
        {
            TextLayout.Write(console, $"note: {caveat}", indent: 3);
        }

        // Of several that were not told apart each has another fix.
        var isOneOfSeveral = cause.Kind == FindingKind.Hint && record.Rivals.Count(r => r.Became == RivalFate.Possible) > 1;
        console.WriteLine(isOneOfSeveral ? "   fix, if it is this:" : "   fix:");
        foreach (var line in cause.Fix.Split('\n'))
        {
            console.WriteLine($"     {line.TrimEnd()}".TrimEnd());
        }
    }
}
