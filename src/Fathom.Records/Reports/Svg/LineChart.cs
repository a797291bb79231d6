using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>A line of a chart.</summary>
/// <param name="Label">A short label at its end.</param>
/// <param name="Look">The CSS class of colour and dashes.</param>
/// <param name="Points">The points, in order of x.</param>
internal sealed record ChartLine(string Label, string Look, IReadOnlyList<(double X, double Y)> Points);

/// <summary>Lines with a label at the end of each.</summary>
/// <param name="Title">What the chart shows.</param>
/// <param name="Description">The content in words.</param>
/// <param name="XLabel">Label of the horizontal axis, with unit.</param>
/// <param name="YLabel">Label of the vertical axis, with unit.</param>
/// <param name="Lines">The lines.</param>
/// <param name="IsStaircase">Whether each point is valid until the next one (a step curve).</param>
internal sealed record LineChart(
    string Title, string Description, string XLabel, string YLabel, IReadOnlyList<ChartLine> Lines, bool IsStaircase)
{
    private const double Left = 52;
    private const double Right = 44;

    /// <summary>Writes the chart in both sizes.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="id">The element id, unique on the page.</param>
    /// <param name="x">Creates the horizontal scale from its ends, in pixels, and its number of ticks.</param>
    /// <param name="y">Creates the vertical scale.</param>
    public void Write(HtmlWriter html, string id, Func<double, double, int, Scale> x, Func<double, double, int, Scale> y)
    {
        foreach (var canvas in Canvas.Both)
        {
            var height = canvas.Name == "wide" ? 340 : 280;
            var right = canvas.Width - Right;
            var labels = AxisLabels.Of(XLabel, YLabel, canvas.Width, right);
            var bottom = height - labels.Bottom;
            canvas.Draw(html, id, height, Title, Description, () =>
                Draw(html, x(Left, right, canvas.Ticks), y(bottom, labels.Top, 5), labels, bottom));
        }
    }

    private void Draw(HtmlWriter html, Scale x, Scale y, AxisLabels labels, double bottom)
    {
        Axis.Vertical(html, y, Left, x.End);
        Axis.Horizontal(html, x, labels.Top, bottom);
        labels.Draw(html, x.End, bottom);
        foreach (var line in Lines)
        {
            html.Polyline($"line {line.Look}", Corners(line.Points).Select(p => (x.At(p.X), y.At(p.Y))));
        }

        var ends = Lines.Select(l => (X: x.At(l.Points[^1].X), Y: y.At(l.Points[^1].Y))).ToList();
        var places = LabelPlacement.Spread(ends, bottom - 4);
        foreach (var (index, line) in Lines.Index())
        {
            html.Dot($"dot {line.Look}", ends[index].X, ends[index].Y, 3);
            html.Label(line.Label, ends[index].X + 7, places[index] + 4, look: "end");
        }
    }

    private IEnumerable<(double X, double Y)> Corners(IReadOnlyList<(double X, double Y)> points)
    {
        for (var i = 0; i < points.Count; i++)
        {
            if (IsStaircase && i > 0)
            {
                yield return (points[i].X, points[i - 1].Y);
            }

            yield return points[i];
        }
    }
}
