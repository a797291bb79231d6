using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>Draws the grid lines and tick labels of a scale. Labels that do not fit are left out.</summary>
internal static class Axis
{
    /// <summary>Draws a horizontal axis.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="scale">A horizontal scale.</param>
    /// <param name="top">Upper end of the grid lines, in pixels.</param>
    /// <param name="bottom">Lower end of the grid lines, in pixels. The labels are below it.</param>
    public static void Horizontal(HtmlWriter html, Scale scale, double top, double bottom)
    {
        var free = double.NegativeInfinity;
        foreach (var tick in scale.Ticks)
        {
            var x = scale.At(tick.Value);
            html.Segment("grid", x, top, x, bottom);
            var half = Canvas.TextWidth(tick.Label) / 2;
            // Labels at the ends are aligned inwards so that they are not cut off.
            var anchor = x - half < 0 ? "start" : x + half > scale.End ? "end" : "middle";
            var left = anchor switch { "start" => x, "end" => x - (2 * half), _ => x - half };
            if (left > free)
            {
                html.Label(tick.Label, x, bottom + 16, anchor, "tick");
                free = left + (2 * half) + 4;
            }
        }
    }

    /// <summary>Draws a vertical axis.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="scale">A vertical scale.</param>
    /// <param name="left">Left end of the grid lines, in pixels. The labels are to the left of it.</param>
    /// <param name="right">Right end of the grid lines, in pixels.</param>
    public static void Vertical(HtmlWriter html, Scale scale, double left, double right)
    {
        foreach (var tick in scale.Ticks)
        {
            var y = scale.At(tick.Value);
            html.Segment("grid", left, y, right, y);
            html.Label(tick.Label, left - 6, y + 4, "end", "tick");
        }
    }
}
