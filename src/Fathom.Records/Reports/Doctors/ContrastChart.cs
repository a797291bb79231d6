using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Draws one prediction on a horizontal axis: the predicted band, where a service is at which nothing waits, what was measured in
/// each round, and the median.</summary>
internal static class ContrastChart
{
    private const double Inset = 18;
    private const double Height = 28;
    private const double LogBeyond = 20;
    private const double Margin = 0.08;

    public static void Write(HtmlWriter html, string id, DoctorPrediction prediction, string look, string title) => Canvas.Small.Draw(
        html, id, Height + 20, title, Description(prediction), () => Draw(html, prediction, look));

    public static void Band(HtmlWriter html, string look, double left, double right, double top, double bottom)
    {
        html.Box($"band {look}", left, top, Math.Max(3, right - left), bottom - top);
        html.Segment("edge", left, top, left, bottom);
        html.Segment("edge", right, top, right, bottom);
    }

    public static void Neutral(HtmlWriter html, double x, double top, double bottom) => html.Segment("neutral", x, top, x, bottom);

    public static void Round(HtmlWriter html, double x, double y) => html.Dot("replicate", x, y, 3);

    public static void Median(HtmlWriter html, double x, double y) => html.Box("median", x - 2, y - 8, 4, 16);

    private static void Draw(HtmlWriter html, DoctorPrediction prediction, string look)
    {
        var scale = ScaleOf(prediction);
        Axis.Horizontal(html, scale, 0, Height);
        var left = prediction.Low is { } low ? scale.At(low) : 0;
        var right = prediction.High is { } high ? scale.At(high) : Canvas.Small.Width;
        html.Box($"band {look}", left, 2, Math.Max(3, right - left), Height - 4);
        // An open end has no edge.
        foreach (var edge in new[] { prediction.Low, prediction.High }.OfType<double>())
        {
            html.Segment("edge", scale.At(edge), 2, scale.At(edge), Height - 2);
        }

        if (prediction.Neutral is { } neutral)
        {
            Neutral(html, scale.At(neutral), 0, Height);
        }

        Median(html, scale.At(prediction.Measured), Height / 2);
        foreach (var value in prediction.Values)
        {
            Round(html, scale.At(value), Height / 2);
        }
    }

    private static Scale ScaleOf(DoctorPrediction prediction)
    {
        double[] shown = [.. prediction.Values, prediction.Measured,
            .. new[] { prediction.Low, prediction.High, prediction.Neutral }.OfType<double>()];
        var (low, high) = (shown.Min(), shown.Max());
        if (low > 0 && high / low > LogBeyond)
        {
            return new LogScale(low, high, Inset, Canvas.Small.Width - Inset,
                v => Amount.Show(v * RivalText.Factor(prediction), RivalText.Unit(prediction)), isTight: true);
        }

        var room = Math.Max(high - low, Math.Abs(high) * Margin) * Margin;
        var (scale, unit) = Amount.ScaleOf((high + room) * RivalText.Factor(prediction), RivalText.Unit(prediction));
        var factor = RivalText.Factor(prediction) * scale;
        return new LinearScale((low - (low >= 0 ? Math.Min(low, room) : room)) * factor, (high + room) * factor, Inset,
            Canvas.Small.Width - Inset, Canvas.Small.Ticks, isFitted: true).In(factor, unit);
    }

    private static string Description(DoctorPrediction prediction) =>
        $"{RivalText.What(prediction)}: {RivalText.Predicted(prediction)} predicted, since {prediction.Why}; median "
            + $"{RivalText.Value(prediction, prediction.Measured)}; rounds "
            + string.Join(", ", prediction.Values.Select(v => RivalText.Value(prediction, v)))
            + (prediction.Neutral is { } neutral ? $"; where nothing waits {RivalText.Value(prediction, neutral)}" : "");
}
