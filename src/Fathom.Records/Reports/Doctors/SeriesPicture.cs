using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Draws what was seen over time as a staircase.</summary>
internal static class SeriesPicture
{
    private const double Left = 62;
    private const double Right = 6;
    private const double Top = 8;
    private const double Bottom = 96;

    public const double Height = 116;

    public static void Draw(HtmlWriter html, DoctorSeries series)
    {
        var (last, most) = (series.AtMs[^1], series.Values.Max());
        var (time, unit) = Amount.ScaleOf(last, "ms");
        var x = new LinearScale(0, last * time, Left, Canvas.Small.Width - Right, Canvas.Small.Ticks, isOpen: true).In(time, unit);
        var (factor, of) = series.Unit.Length == 0 ? (100, "%") : Amount.ScaleOf(most, series.Unit);
        var y = new LinearScale(0, most * factor, Bottom, Top, 3).In(factor, of);
        Axis.Vertical(html, y, Left, x.End);
        Axis.Horizontal(html, x, Top, Bottom);
        html.Polyline("line s0", Enumerable.Range(0, series.Values.Count).SelectMany(i => new[] { Math.Max(0, i - 1), i }.Distinct()
            .Select(j => (x.At(series.AtMs[i]), y.At(series.Values[j])))));
    }

    public static string Description(DoctorSeries series) =>
        $"{Capital.Of(series.Text)}: from {Value(series, series.Values.Min())} to {Value(series, series.Values.Max())} within "
            + $"{Amount.Show(series.AtMs[^1], "ms")}, at the end {Value(series, series.Values[^1])}.";

    private static string Value(DoctorSeries series, double value) =>
        series.Unit.Length == 0 ? ShareText.Part(value) : Amount.Show(value, series.Unit);
}
