using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Verdicts;

/// <summary>Draws the pairs of a proof, a line each, from 0 to the longest run: <c>o</c> is the unchanged run, <c>x</c> the changed
/// one.</summary>
internal static class PairsView
{
    private const int Indent = 5;
    private const int MaxPairs = 12;

    public static void Write(IAnsiConsole console, RunPairs pairs, DoctorProof proof)
    {
        var most = pairs.All.Select(p => Math.Max(p.Before, p.After)).DefaultIfEmpty(0).Max();
        if (most <= 0)
        {
            return;
        }

        var width = TextLayout.WidthOf(console) - Indent;
        foreach (var pair in pairs.All.Take(MaxPairs))
        {
            console.WriteLine(new string(' ', Indent) + Row(pair, most, width));
        }

        var scale = DoctorProofText.Value(proof, most);
        console.WriteLine($"{new string(' ', Indent)}0{scale.PadLeft(width - 1)}");
        TextLayout.Write(console, pairs.All.Count > MaxPairs
            ? $"o unchanged, x changed, a line each pair; {pairs.All.Count - MaxPairs} more are on the page"
            : "o unchanged, x changed, a line each pair", indent: Indent);
    }

    private static string Row(RunPair pair, double most, int width)
    {
        var row = new string(' ', width).ToCharArray();
        var (before, after) = (Place(pair.Before), Place(pair.After));
        Array.Fill(row, '-', Math.Min(before, after), Math.Abs(before - after));
        row[after] = 'x';
        row[before] = before == after ? '*' : 'o';
        return new string(row).TrimEnd();

        int Place(double value) => (int)Math.Round(Math.Max(0, value) / most * (width - 1));
    }
}
