using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Svg;

/// <summary>A bar with its interval.</summary>
/// <param name="Label">The label above the bar.</param>
/// <param name="Look">The CSS class of its colour.</param>
/// <param name="Value">The value.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
internal sealed record Bar(string Label, string Look, double Value, double Low, double High)
{
    /// <summary>Single values, drawn as dots on the bar in place of the interval; empty for the interval.</summary>
    public IReadOnlyList<double> Points { get; init; } = [];

    /// <summary>The lowest value to draw.</summary>
    public double Least => Points.Append(Value).Append(Low).Min();

    /// <summary>The highest value to draw.</summary>
    public double Most => Points.Append(Value).Append(High).Max();
}

/// <summary>
/// Horizontal bars with intervals. The labels are above the bars, so that they fit on a phone; a long one takes several lines. When the
/// largest value is more than 20 times the smallest, the axis is logarithmic and the values are dots, because the length of a bar would
/// have no meaning; unless it is the contrast of lengths that the picture is to show.
/// </summary>
internal sealed record BarChart(string Title, string Unit, IReadOnlyList<Bar> Bars, bool IsContrast = false)
{
    private const double LogBeyond = 20;
    private const double RowHeight = 38;
    private const double LineHeight = 15;
    private const double Bottom = 40;
    private const double Inset = 6;

    public bool IsLogarithmic =>
        !IsContrast && Bars.All(b => b.Low > 0 && b.Value > 0) && Bars.Max(b => b.Value) / Bars.Min(b => b.Value) > LogBeyond;

    public void Write(HtmlWriter html, string id) => Write(html, id, Canvas.Both);

    public void Write(HtmlWriter html, string id, IReadOnlyList<Canvas> canvases)
    {
        var description = string.Join("; ", Bars.Select(
            b => $"{b.Label}: {Figure.WithUnit(b.Value, Unit)} ({Figure.Interval(b.Low, b.High)})"));
        foreach (var canvas in canvases)
        {
            var rows = Rows(canvas);
            canvas.Draw(html, id, rows[^1].Bottom + Bottom, Title, description, () => Draw(html, canvas, rows));
        }
    }

    private List<(Bar Bar, IReadOnlyList<string> Label, double Top, double Bottom)> Rows(Canvas canvas)
    {
        var (rows, top) = (new List<(Bar, IReadOnlyList<string>, double, double)>(), 0.0);
        foreach (var bar in Bars)
        {
            var room = canvas.Width - (2 * Inset) - Canvas.TextWidth(Figure.WithUnit(bar.Value, Unit)) - 12;
            var label = Canvas.Lines(bar.Label, room);
            var bottom = top + RowHeight + ((label.Count - 1) * LineHeight);
            rows.Add((bar, label, top, bottom));
            top = bottom;
        }

        return rows;
    }

    private void Draw(HtmlWriter html, Canvas canvas, List<(Bar Bar, IReadOnlyList<string> Label, double Top, double Bottom)> rows)
    {
        var bottom = rows[^1].Bottom;
        var (low, high) = (Bars.Min(b => b.Least), Bars.Max(b => b.Most));
        var (factor, unit) = Amount.ScaleOf(Math.Max(Math.Abs(low), Math.Abs(high)), Unit);
        Scale scale = IsLogarithmic
            ? new LogScale(low, high, Inset, canvas.Width - Inset, v => Figure.WithUnit(v, Unit), isTight: true)
            : new LinearScale(low * factor, high * factor, Inset, canvas.Width - Inset, canvas.Ticks, isOpen: true).In(factor, unit);
        Axis.Horizontal(html, scale, 0, bottom);
        if (IsLogarithmic)
        {
            html.Label("logarithmic axis", canvas.Width - Inset, bottom + 34, "end", "axis");
        }

        foreach (var (bar, label, top, end) in rows)
        {
            Row(html, canvas, scale, bar, label, (top, end));
        }
    }

    private void Row(HtmlWriter html, Canvas canvas, Scale scale, Bar bar, IReadOnlyList<string> label, (double Top, double Bottom) row)
    {
        var value = Figure.WithUnit(bar.Value, Unit);
        // A background in the colour of the page separates the text from the grid lines.
        html.Box("plate", 0, row.Top + 3, Inset + Canvas.TextWidth(label.MaxBy(l => l.Length)!), LineHeight * label.Count);
        html.Box("plate", canvas.Width - Inset - Canvas.TextWidth(value) - 4, row.Top + 3, Canvas.TextWidth(value) + Inset + 4, LineHeight);
        foreach (var (index, line) in label.Index())
        {
            html.Label(line, Inset, row.Top + 15 + (index * LineHeight));
        }

        html.Label(value, canvas.Width - Inset, row.Top + 15, "end", "figure");
        var middle = row.Bottom - 12;
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
            Spread(html, scale, bar, middle);
        }
    }

    private static void Spread(HtmlWriter html, Scale scale, Bar bar, double middle)
    {
        if (bar.Points.Count == 0)
        {
            Whisker(html, scale, bar, middle);
        }

        foreach (var point in bar.Points)
        {
            html.Dot("replicate", scale.At(point), middle, 3);
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
