using System.Globalization;
using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a cause on the console: its claim, a line for each pair of trials, predicted beside measured, notes and the proven
/// fixes.</summary>
internal static class CauseView
{
    public static void Write(IAnsiConsole console, RunRecord record, CauseGroup cause)
    {
        var names = new TrialNames(record);
        console.WriteLine();
        TextLayout.Write(console, $"{cause.Id} ({Extent(cause)})", new Style(Color.Green, decoration: Decoration.Bold));
        TextLayout.Write(console, names.In(cause.Lead.Claim), indent: 2);
        foreach (var finding in cause.Findings.Where(f => f.Pair is not null))
        {
            Pair(console, record, names, finding, finding.Pair!);
        }

        foreach (var caveat in cause.Findings.SelectMany(f => f.Caveats).Distinct())
        {
            TextLayout.Write(console, $"note: {names.In(caveat)}", indent: 2);
        }

        foreach (var fix in cause.Fixes())
        {
            console.WriteLine(fix.Changed is { } changed ? $"  fix ({TrialNames.Level(changed.Factor, changed.To)}):" : "  fix:");
            foreach (var line in fix.Fix.Split('\n'))
            {
                console.WriteLine($"    {line.TrimEnd()}".TrimEnd());
            }
        }
    }

    private static string Extent(CauseGroup cause)
    {
        var (proven, hints) = (cause.Findings.Count(f => f.Kind == FindingKind.Finding),
            cause.Findings.Count(f => f.Kind == FindingKind.Hint));
        return string.Join(", ", new[]
        {
            proven == 0 ? null : $"proven by {proven} {(proven == 1 ? "pair" : "pairs")}",
            hints == 0 ? null : $"{hints} {(hints == 1 ? "hint" : "hints")}, not proven",
        }.OfType<string>());
    }

    private static void Pair(IAnsiConsole console, RunRecord record, TrialNames names, Finding finding, FindingPair pair)
    {
        var surroundings = names.Surroundings(pair);
        var kind = finding.Kind == FindingKind.Hint ? "hint: " : "";
        TextLayout.Write(console, $"{kind}{ProofText.Line(record, pair)}{(surroundings.Length > 0 ? $"; both {surroundings}" : "")}",
            indent: 4, mark: "  - ");
        if (finding.Model is { } model)
        {
            TextLayout.Write(console, model.IsAccounting ? AccountText.Line(model) : string.Create(CultureInfo.InvariantCulture,
                $"predicted {Amount.Show(model.Predicted, model.Unit)}, measured {Amount.Show(model.Measured, model.Unit)} "
                    + $"({100 * ((model.Measured / model.Predicted) - 1):+0.0;-0.0} %): {model.Formula}"), indent: 4);
        }
    }
}
