using System.Globalization;
using Fathom.Lab.Results;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a finding on the console: claim, pair of trials, predicted and measured figure, fix.</summary>
internal static class FindingView
{
    public static void Write(IAnsiConsole console, Finding finding)
    {
        console.WriteLine();
        console.WriteLine($"{finding.Kind.ToString().ToLowerInvariant()}: {finding.Id}",
            new Style(Color.Green, decoration: Decoration.Bold));
        console.WriteLine(finding.Claim);
        if (finding.Pair is { } pair)
        {
            console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"  proof: {pair.Baseline} against {pair.Counterfactual}, only {pair.Changed.Factor} changed "
                    + $"({pair.Changed.From} -> {pair.Changed.To}): {pair.Metric} ratio {pair.Ratio.Value:0.##}, 95 % interval "
                    + $"{pair.Ratio.Low:0.##} to {pair.Ratio.High:0.##}"));
        }

        if (finding.Model is { } model)
        {
            console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"  model: predicted {model.Predicted:0} {model.Unit}, measured {model.Measured:0} {model.Unit} "
                    + $"({100 * ((model.Measured / model.Predicted) - 1):+0.0;-0.0} %): {model.Formula}"));
        }

        foreach (var caveat in finding.Caveats)
        {
            console.WriteLine($"  note: {caveat}");
        }

        console.WriteLine("  fix:");
        foreach (var line in finding.Fix.Split('\n'))
        {
            console.WriteLine($"    {line.TrimEnd()}");
        }
    }
}
