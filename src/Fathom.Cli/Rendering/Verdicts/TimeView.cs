using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Verdicts;

/// <summary>Shows where the time goes: of a service as one bar of letters, one letter a part; of others as sentences.</summary>
internal static class TimeView
{
    private const string Title = "Where the time goes";
    private const int Indent = 2;

    public static void Write(IAnsiConsole console, DoctorRecord record)
    {
        var total = record.Waterfall.Sum(p => p.Ms);
        if (total <= 0)
        {
            ListView.Write(console, Title, record.Time);
            return;
        }

        console.WriteLine();
        console.WriteLine(Title, new Style(decoration: Decoration.Bold));
        console.WriteLine($"  [{Bar(record.Waterfall, total, TextLayout.WidthOf(console) - Indent - 2)}]");
        var times = record.Waterfall.Select(p => FigureText.Duration(p.Ms)).ToList();
        var shares = record.Waterfall.Select(p => ShareText.Part(p.Ms / total)).ToList();
        foreach (var (index, part) in record.Waterfall.Index())
        {
            var head = $"  {Letter(index)}  {times[index].PadLeft(times.Max(t => t.Length))}  "
                + $"{shares[index].PadLeft(shares.Max(s => s.Length))}  ";
            TextLayout.Write(console, part.Part, indent: head.Length, mark: head);
        }

        foreach (var other in record.Time.Where(t => !record.Waterfall.Any(p => t.Contains(p.Part, StringComparison.Ordinal))))
        {
            TextLayout.Write(console, other, indent: Indent);
        }
    }

    // Ends are rounded, not lengths: the letters add up to the width.
    private static string Bar(IReadOnlyList<TimePart> parts, double total, int width)
    {
        var (bar, ms) = ("", 0.0);
        foreach (var (index, part) in parts.Index())
        {
            ms += part.Ms;
            var end = (int)Math.Round(ms / total * width);
            bar += new string(Letter(index), Math.Max(0, end - bar.Length));
        }

        return bar;
    }

    private static char Letter(int index) => (char)('A' + (index % 26));
}
