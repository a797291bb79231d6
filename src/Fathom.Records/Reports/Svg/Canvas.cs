using System.Globalization;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>The size of a drawing. Each picture is drawn in both sizes, so that its text has the same size on a desktop and on a
/// phone.</summary>
/// <param name="Name">The CSS class of the drawing. The style sheet shows one of the two.</param>
/// <param name="Width">Width in pixels.</param>
/// <param name="Ticks">Number of tick intervals that fit.</param>
internal sealed record Canvas(string Name, double Width, int Ticks)
{
    public static IReadOnlyList<Canvas> Both { get; } = [new("wide", 760, 6), new("narrow", 328, 3)];

    /// <summary>Sizes of a picture that has half of a wide page.</summary>
    public static IReadOnlyList<Canvas> HalfOrNarrow { get; } = [new("half", 520, 5), Both[1]];

    /// <summary>The size of a picture among several, on a page of any width.</summary>
    public static Canvas Small { get; } = new("small", 328, 4);

    /// <summary>Returns the text of a coordinate.</summary>
    public static string Px(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);

    /// <summary>Breaks a text into lines of the given width. A word longer than a line has one of its own.</summary>
    /// <param name="text">Text in 12 px.</param>
    /// <param name="width">Available width, in pixels.</param>
    public static IReadOnlyList<string> Lines(string text, double width)
    {
        var lines = new List<string> { "" };
        foreach (var word in text.Split(' '))
        {
            if (lines[^1].Length > 0 && TextWidth($"{lines[^1]} {word}") > width)
            {
                lines.Add("");
            }

            lines[^1] += lines[^1].Length == 0 ? word : $" {word}";
        }

        return lines;
    }

    /// <summary>Returns the approximate width of a text in 12 px, in pixels. The estimate is high, because the reader's font is
    /// unknown.</summary>
    public static double TextWidth(string text) => text.Length * 6.9;

    /// <summary>Writes an SVG element with a title and a description.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="id">The element id, unique on the page.</param>
    /// <param name="height">Height in pixels.</param>
    /// <param name="title">What the picture shows.</param>
    /// <param name="description">The content in words, for screen readers.</param>
    /// <param name="draw">Draws the content.</param>
    public void Draw(HtmlWriter html, string id, double height, string title, string description, Action draw)
    {
        var own = $"{id}-{Name}";
        using (html.Tag(
            "svg", ("class", Name), ("viewBox", $"0 0 {Px(Width)} {Px(height)}"), ("role", "img"), ("aria-labelledby", $"{own}-t {own}-d")))
        {
            html.Element("title", title, ("id", $"{own}-t"));
            html.Element("desc", description, ("id", $"{own}-d"));
            draw();
        }

        html.Line();
    }
}
