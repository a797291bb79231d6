using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>A bar with its interval.</summary>
/// <param name="Label">The label above the bar.</param>
/// <param name="Look">The CSS class of its colour.</param>
/// <param name="Value">The value.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
internal sealed record Bar(string Label, string Look, double Value, double Low, double High);

/// <summary>
/// Horizontal bars with intervals. The labels are above the bars, so that they fit on a phone. When the largest value is more than 20 times
/// the smallest, the axis is logarithmic and the values are dots, because the length of a bar would have no meaning.
/// </summary>
internal sealed record BarChart(string Title, string Unit, IReadOnlyList<Bar> Bars)
{
    private const double LogBeyond = 20;
    private const double RowHeight = 38;
    private const double Bottom = 40;
    private const double Inset = 6;

    public bool IsLogarithmic => Bars.All(b => b.Low > 0 && b.Value > 0) && Bars.Max(b => b.Value) / Bars.Min(b => b.Value) > LogBeyond;

    public void Write(HtmlWriter html, string id)
    {
        var description = string.Join("; ", Bars.Select(
            b => $"{b.Label}: {Figure.WithUnit(b.Value, Unit)} ({Figure.Interval(b.Low, b.High)})"));
        foreach (var canvas in Canvas.Both)
        {
            canvas.Draw(html, id, (Bars.Count * RowHeight) + Bottom, Title, description, () => Draw(html, canvas));
        }
    }

    private void Draw(HtmlWriter html, Canvas canvas)
    {
        var bottom = Bars.Count * RowHeight;
        var (low, high) = (Bars.Min(b => Math.Min(b.Low, b.Value)), Bars.Max(b => Math.Max(b.High, b.Value)));
        Scale scale = IsLogarithmic
            ? new LogScale(low, high, Inset, canvas.Width - Inset)
            : new LinearScale(low, high, Inset, canvas.Width - Inset, canvas.Ticks);
        Axis.Horizontal(html, scale, 0, bottom);
        var unit = Figure.Unit(Unit);
        html.Label($"{(unit.Length > 0 ? $"{unit}, " : "")}{(IsLogarithmic ? "logarithmic" : "linear")} axis", canvas.Width - Inset,
            bottom + 34, "end", "axis");
        foreach (var (index, bar) in Bars.Index())
        {
            Row(html, canvas, scale, bar, index * RowHeight);
        }
    }

    private void Row(HtmlWriter html, Canvas canvas, Scale scale, Bar bar, double top)
    {
        var value = Figure.WithUnit(bar.Value, Unit);
        var room = canvas.Width - (2 * Inset) - Canvas.TextWidth(value) - 12;
        var label = Canvas.Fit(bar.Label, room);
        // A background in the colour of the page separates the text from the grid lines.
        html.Box("plate", 0, top + 3, Inset + Canvas.TextWidth(label), 15);
        html.Box("plate", canvas.Width - Inset - Canvas.TextWidth(value) - 4, top + 3, Canvas.TextWidth(value) + Inset + 4, 15);
        html.Label(label, Inset, top + 15);
        html.Label(value, canvas.Width - Inset, top + 15, "end", "figure");
        var middle = top + 26;
        var (origin, x) = (scale.At(0), scale.At(bar.Value));
        if (IsLogarithmic)
        {
            html.Segment("stem", scale.Start, middle, x, middle);
            Whisker(html, scale, bar, middle);
            html.Dot($"dot {bar.Look}", x, middle, 4.5);
        }
        else
        {
            html.Box($"bar {bar.Look}", Math.Min(origin, x), middle - 5, Math.Abs(x - origin), 10);
            Whisker(html, scale, bar, middle);
        }
    }

    private static void Whisker(HtmlWriter html, Scale scale, Bar bar, double middle)
    {
        var (low, high) = (scale.At(bar.Low), scale.At(bar.High));
        html.Segment("whisker", low, middle, high, middle);
        html.Segment("whisker", low, middle - 4, low, middle + 4);
        html.Segment("whisker", high, middle - 4, high, middle + 4);
    }
}
