using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>Draws grid lines and tick labels of a scale; labels without room are left out.</summary>
internal static class Axis
{
    /// <param name="html">Where to.</param>
    /// <param name="scale">A scale that runs to the right.</param>
    /// <param name="top">Upper end of the grid lines.</param>
    /// <param name="bottom">Lower end; the labels stand below it.</param>
    public static void Horizontal(HtmlWriter html, Scale scale, double top, double bottom)
    {
        var free = double.NegativeInfinity;
        foreach (var tick in scale.Ticks)
        {
            var x = scale.At(tick.Value);
            html.Segment("grid", x, top, x, bottom);
            var half = Canvas.TextWidth(tick.Label) / 2;
            // At the ends a label leans inwards, so that it is not cut off.
            var anchor = x - half < 0 ? "start" : x >= scale.End - 1 ? "end" : "middle";
            var left = anchor switch { "start" => x, "end" => x - (2 * half), _ => x - half };
            if (left > free)
            {
                html.Label(tick.Label, x, bottom + 16, anchor, "tick");
                free = left + (2 * half) + 4;
            }
        }
    }

    /// <param name="html">Where to.</param>
    /// <param name="scale">A scale that runs upwards.</param>
    /// <param name="left">Left end of the grid lines; the labels stand before it.</param>
    /// <param name="right">Right end.</param>
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
