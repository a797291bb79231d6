using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>Writes SVG shapes. Their CSS classes define their appearance.</summary>
internal static class Shapes
{
    public static void Segment(this HtmlWriter html, string look, double x1, double y1, double x2, double y2) => html.Empty(
        "line", ("class", look), ("x1", Canvas.Px(x1)), ("y1", Canvas.Px(y1)), ("x2", Canvas.Px(x2)), ("y2", Canvas.Px(y2)));

    public static void Box(this HtmlWriter html, string look, double x, double y, double width, double height) => html.Empty(
        "rect", ("class", look), ("x", Canvas.Px(x)), ("y", Canvas.Px(y)), ("width", Canvas.Px(Math.Max(0, width))),
            ("height", Canvas.Px(height)));

    public static void Dot(this HtmlWriter html, string look, double x, double y, double radius) => html.Empty(
        "circle", ("class", look), ("cx", Canvas.Px(x)), ("cy", Canvas.Px(y)), ("r", Canvas.Px(radius)));

    public static void Polyline(this HtmlWriter html, string look, IEnumerable<(double X, double Y)> points) => html.Empty(
        "polyline", ("class", look), ("points", string.Join(' ', points.Select(p => $"{Canvas.Px(p.X)},{Canvas.Px(p.Y)}"))));

    /// <summary>Writes a text.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="text">The text.</param>
    /// <param name="x">Horizontal position of the anchor, in pixels.</param>
    /// <param name="y">Vertical position of the baseline, in pixels.</param>
    /// <param name="anchor"><c>start</c>, <c>middle</c> or <c>end</c>.</param>
    /// <param name="look">The CSS class, or null.</param>
    public static void Label(this HtmlWriter html, string text, double x, double y, string anchor = "start", string? look = null) =>
        html.Element("text", text, ("class", look), ("x", Canvas.Px(x)), ("y", Canvas.Px(y)), ("text-anchor", anchor));
}
