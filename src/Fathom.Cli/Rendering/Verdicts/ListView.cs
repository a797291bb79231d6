using Spectre.Console;

namespace Fathom.Cli.Rendering.Verdicts;

/// <summary>Shows sentences below a heading.</summary>
internal static class ListView
{
    public static void Write(IAnsiConsole console, string title, IEnumerable<string> lines)
    {
        var all = lines.ToList();
        if (all.Count > 0)
        {
            console.WriteLine();
            console.WriteLine(title, new Style(decoration: Decoration.Bold));
            all.ForEach(l => TextLayout.Write(console, l, indent: 4, mark: "  - "));
        }
    }
}
