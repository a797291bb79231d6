using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Lays out plain text in lines of limited width.</summary>
internal static class TextLayout
{
    /// <summary>Width of help and tables, in characters.</summary>
    public const int Width = 80;

    /// <summary>Breaks a text into lines, and not between a figure and its unit. A word longer than a line has one of its own.</summary>
    /// <param name="text">The text, one paragraph.</param>
    /// <param name="indent">Spaces before each line.</param>
    /// <param name="width">The longest line, with its indent.</param>
    public static IEnumerable<string> Wrap(string text, int indent = 0, int width = Width)
    {
        var line = "";
        foreach (var word in UnbrokenText.Of(text).Split(' ').Select(w => w.Replace('\u00a0', ' ')))
        {
            if (line.Length > 0 && indent + line.Length + 1 + word.Length > width)
            {
                yield return new string(' ', indent) + line;
                line = "";
            }

            line += line.Length == 0 ? word : $" {word}";
        }

        yield return new string(' ', indent) + line;
    }

    /// <summary>Returns the width of prose on a console: that of the console, and at most <see cref="Width"/>.</summary>
    public static int WidthOf(IAnsiConsole console) => Math.Min(Width, console.Profile.Width);

    /// <summary>Writes a paragraph that fits on the console.</summary>
    /// <param name="console">The console.</param>
    /// <param name="text">The paragraph.</param>
    /// <param name="style">Its style, or null.</param>
    /// <param name="indent">Spaces before each line.</param>
    /// <param name="mark">What stands in the indent of the first line, as long as the indent; null for spaces.</param>
    public static void Write(IAnsiConsole console, string text, Style? style = null, int indent = 0, string? mark = null)
    {
        foreach (var (index, line) in Wrap(text, indent, WidthOf(console)).Index())
        {
            console.WriteLine(index == 0 && mark is not null ? mark + line[indent..] : line, style ?? Style.Plain);
        }
    }

    /// <summary>Two columns. A name wider than its column has its text below.</summary>
    /// <param name="rows">Name and text of each row.</param>
    /// <param name="maxLeft">The largest width of the left column.</param>
    public static IEnumerable<string> Columns(IEnumerable<(string Name, string Text)> rows, int maxLeft)
    {
        var all = rows.ToList();
        var left = Math.Min(maxLeft, all.Max(r => r.Name.Length));
        foreach (var (name, text) in all)
        {
            var lines = Wrap(text, left + 4).ToList();
            if (name.Length > left)
            {
                yield return $"  {name}";
            }
            else
            {
                lines[0] = $"  {name.PadRight(left)}  {lines[0].TrimStart()}";
            }

            foreach (var line in lines)
            {
                yield return line;
            }
        }
    }
}
