using System.Globalization;
using Fathom.Cli.Rendering.Changes;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a verdict on the console: the sentence, where the time goes, the causes with proof and fix, what was ruled out, what
/// could not be looked at, and where the page is.</summary>
internal static class DoctorView
{
    private static readonly Style Bold = new(decoration: Decoration.Bold);

    public static void Write(IAnsiConsole console, DoctorRecord record, string page)
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

        Section(console, "Where the time goes", record.Time);
        foreach (var (index, cause) in record.Causes.Index())
        {
            console.WriteLine();
            Cause(console, index + 1, cause);
        }

        Section(console, "Ruled out", record.RuledOut.Select(r => $"{r.Id}: {r.By}"));
        Section(console, "Could not be looked at", record.NotSeen);
        console.WriteLine();
        TextLayout.Write(console, $"page: {page}");
    }

    private static void Section(IAnsiConsole console, string title, IEnumerable<string> lines)
    {
        var all = lines.ToList();
        if (all.Count > 0)
        {
            console.WriteLine();
            console.WriteLine(title, Bold);
            all.ForEach(l => TextLayout.Write(console, l, indent: 4, mark: "  - "));
        }
    }

    private static string Shown(double value, string unit) =>
        unit.Length > 0 ? Amount.Show(value, unit) : value.ToString("#,0.####", CultureInfo.InvariantCulture);

    private static string Plain(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static void Cause(IAnsiConsole console, int rank, DoctorCause cause)
    {
        var isProven = cause.Kind == FindingKind.Finding;
        TextLayout.Write(console,
            string.Create(CultureInfo.InvariantCulture, $"{rank}. {cause.Id}: {100 * cause.Share:0.#} % of the time, ")
                + (isProven ? "proven" : "a hint, not proven"),
            isProven ? new Style(Color.Green, decoration: Decoration.Bold) : Bold);
        TextLayout.Write(console, $"seen: {cause.Evidence}", indent: 3);
        if (cause.Proof is { } proof)
        {
            var times = $"{Shown(proof.Before, proof.Unit)} to {Shown(proof.After, proof.Unit)}";
            var text = $"proof: {proof.Variable}={proof.Value} and nothing else changed: {proof.Metric} {times}";
            FormattableString ratio = $"{proof.Ratio.Value:0.##} times ({proof.Ratio.Low:0.##} to {proof.Ratio.High:0.##})";
            FormattableString test = $"{proof.Pairs} pairs, {ProbabilityText.Of(proof.PValue)}";
            TextLayout.Write(console, $"{text}, {Plain(ratio)}, {Plain(test)}", indent: 3);
        }

        if (cause.WouldProve is { } would)
        {
            TextLayout.Write(console, $"proof would be: {would}", indent: 3);
        }

        if (cause.Model is { } model)
        {
            TextLayout.Write(console, string.Create(CultureInfo.InvariantCulture,
                $"predicted {model.Predicted:#,0} {model.Unit}, measured {model.Measured:#,0} {model.Unit}: {model.Formula}"), indent: 3);
        }

        foreach (var caveat in cause.Caveats)
        {
            TextLayout.Write(console, $"note: {caveat}", indent: 3);
        }

        console.WriteLine("   fix:");
        foreach (var line in cause.Fix.Split('\n'))
        {
            console.WriteLine($"     {line.TrimEnd()}".TrimEnd());
        }
    }
}
