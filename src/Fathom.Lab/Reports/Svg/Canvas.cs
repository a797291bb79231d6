using System.Globalization;
using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>The size of a drawing. Each picture is drawn for both, so that its text is of one size on a desk and on a phone.</summary>
/// <param name="Name">Class of the drawing; the style sheet shows one of them.</param>
/// <param name="Width">In pixels.</param>
/// <param name="Ticks">How many tick intervals there is room for.</param>
internal sealed record Canvas(string Name, double Width, int Ticks)
{
    public static IReadOnlyList<Canvas> Both { get; } = [new("wide", 760, 6), new("narrow", 328, 3)];

    /// <summary>A coordinate as text.</summary>
    public static string Px(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);

    /// <summary>As much of a text as fits; the whole of it stands in the tables.</summary>
    /// <param name="text">Text of 12 px.</param>
    /// <param name="width">Room in pixels.</param>
    public static string Fit(string text, double width)
    {
        var most = Math.Max(3, (int)(width / TextWidth("n")));
        return text.Length <= most ? text : text[..(most - 1)].TrimEnd() + "\u2026";
    }

    /// <summary>About how wide a text of 12 px is: wide rather than narrow, since the reader's font is not known.</summary>
    public static double TextWidth(string text) => text.Length * 6.9;

    /// <summary>An SVG element that says what it shows.</summary>
    /// <param name="html">Where to.</param>
    /// <param name="id">Unique on the page.</param>
    /// <param name="height">In pixels.</param>
    /// <param name="title">What is shown.</param>
    /// <param name="description">The same in words, for screen readers.</param>
    /// <param name="draw">Draws it.</param>
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
