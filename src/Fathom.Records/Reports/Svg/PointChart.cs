using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>Dots with letters, optionally joined by lines. Marks on the horizontal axis are dashed vertical lines below their
/// letters.</summary>
/// <param name="Title">What the chart shows.</param>
/// <param name="Description">The content in words.</param>
/// <param name="XLabel">Label of the horizontal axis, with unit.</param>
/// <param name="YLabel">Label of the vertical axis, with unit.</param>
/// <param name="Series">The series.</param>
/// <param name="IsJoined">Whether a line joins the points of a series.</param>
internal sealed record PointChart(
    string Title, string Description, string XLabel, string YLabel, IReadOnlyList<ChartPoints> Series, bool IsJoined)
{
    private const double Left = 52;
    private const double Right = 44;
    private const double LetterHeight = 13;
    private const double LetterWidth = 14;

    /// <summary>Writes the chart in both sizes.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="id">The element id, unique on the page.</param>
    /// <param name="x">Creates the horizontal scale from its ends, in pixels, and its number of ticks.</param>
    /// <param name="y">Creates the vertical scale.</param>
    public void Write(HtmlWriter html, string id, Func<double, double, int, Scale> x, Func<double, double, int, Scale> y)
    {
        foreach (var canvas in Canvas.Both)
        {
            var right = canvas.Width - Right;
            var across = x(Left, right, canvas.Ticks);
            var marks = PlacedMark.AllOn(across, Series, LetterWidth);
            var labels = AxisLabels.Of(XLabel, YLabel, canvas.Width, right);
            var top = labels.Top + (marks.Select(m => m.Row + 1).DefaultIfEmpty(0).Max() * LetterHeight);
            var height = top + (canvas.Name == "wide" ? 314 : 254);
            var bottom = height - labels.Bottom;
            canvas.Draw(html, id, height, Title, Description, () =>
                Draw(html, across, y(bottom, top, 5), labels, marks, top, bottom));
        }
    }

    private void Draw(
        HtmlWriter html, Scale x, Scale y, AxisLabels labels, IReadOnlyList<PlacedMark> marks, double top, double bottom)
    {
        Axis.Vertical(html, y, Left, x.End);
        Axis.Horizontal(html, x, top, bottom);
        labels.Draw(html, x.End, bottom);
        foreach (var (series, at, row) in marks)
        {
            var letter = labels.Top + (row * LetterHeight) + 4;
            html.Segment($"mark {series.Look}", at, letter + 3, at, bottom);
            html.Label(series.Letter, at, letter, "middle", "end");
        }

        foreach (var series in Series.Where(_ => IsJoined))
        {
            html.Polyline($"line {series.Look}", series.Points.Select(p => (x.At(p.X), y.At(p.Y))));
        }

        Dots(html, x, y, bottom);
    }

    private void Dots(HtmlWriter html, Scale x, Scale y, double bottom)
    {
        foreach (var series in Series)
        {
            foreach (var (px, py) in series.Points)
            {
                html.Dot($"dot {series.Look}", x.At(px), y.At(py), 4);
            }
        }

        if (IsJoined)
        {
            LettersAtEnds(html, [.. Series.Select(s => (s.Letter, x.At(s.Points[^1].X), y.At(s.Points[^1].Y)))], bottom);
        }
        else
        {
            LettersAtDots(html, [.. Series.SelectMany(s => s.Points.Select(p => (s.Letter, x.At(p.X), y.At(p.Y))))]);
        }
    }

    private static void LettersAtEnds(HtmlWriter html, List<(string Letter, double X, double Y)> ends, double bottom)
    {
        var places = LabelPlacement.Spread(ends.ConvertAll(e => (e.X, e.Y)), bottom - 4);
        foreach (var (index, (letter, x, _)) in ends.Index())
        {
            html.Label(letter, x + 8, places[index] + 4, look: "end");
        }
    }

    // A letter is above its dot, or below it when another letter is in that place.
    private static void LettersAtDots(HtmlWriter html, List<(string Letter, double X, double Y)> dots)
    {
        var placed = new List<(double X, double Y)>();
        foreach (var (letter, x, y) in dots)
        {
            var isTaken = placed.Exists(p => Math.Abs(p.X - x) < LetterWidth - 4 && Math.Abs(p.Y - (y - 8)) < LetterHeight);
            placed.Add((x, isTaken ? y + 17 : y - 8));
            html.Label(letter, x, placed[^1].Y, "middle", "end");
        }
    }
}
