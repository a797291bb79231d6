using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Draws how long calls at once took together over their number, between what they would take if none waited for another and if
/// all were served one by one.</summary>
internal static class AtOncePicture
{
    // Room for a tick of 1,000 ms.
    private const double Left = 62;
    private const double Right = 9;
    private const double Top = 8;
    private const double Bottom = 126;

    public const double Height = 146;

    public static void Draw(HtmlWriter html, IReadOnlyList<DoctorAtOnce> all)
    {
        var (calls, most) = (all[^1].Calls, all.Max(a => a.Ms.Max()));
        var x = new LinearScale(0, calls, Left, Canvas.Small.Width - Right, Canvas.Small.Ticks, isOpen: true);
        var (factor, unit) = Amount.ScaleOf(most, "ms");
        var y = new LinearScale(0, most * factor, Bottom, Top, 3).In(factor, unit);
        Axis.Vertical(html, y, Left, x.End);
        Axis.Horizontal(html, x, Top, Bottom);
        if (all[0].Calls == 1)
        {
            var one = Median(all[0]);
            html.Segment("neutral", x.At(1), y.At(one), x.End, y.At(one));
            // One by one they take longer than the picture is high, where they hardly wait.
            var last = Math.Min(calls, most / one);
            html.Segment("neutral", x.At(1), y.At(one), x.At(last), y.At(last * one));
        }

        html.Polyline("line s0", all.Select(a => (x.At(a.Calls), y.At(Median(a)))));
        foreach (var at in all)
        {
            foreach (var ms in at.Ms)
            {
                html.Segment("whisker", x.At(at.Calls) - 3, y.At(ms), x.At(at.Calls) + 3, y.At(ms));
            }
        }
    }

    public static string Description(IReadOnlyList<DoctorAtOnce> all) => $"Median time of calls at once: {string.Join(", ", all.Select(a =>
        $"of {FigureText.Whole(a.Calls)} {Amount.Show(Median(a), "ms")}"))}.";

    private static double Median(DoctorAtOnce at) => Sample.Median([.. at.Ms]);
}
