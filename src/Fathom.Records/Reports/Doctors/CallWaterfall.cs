using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes the parts of a call's time as one bar that adds up to it. Parts have letters, so that they differ in more than
/// colour.</summary>
internal static class CallWaterfall
{
    private const int Colours = 6;
    private const double Inset = 6;
    private const double LetterWidth = 14;
    private const double Top = 20;
    private const double Height = 24;
    private const double Bottom = Top + Height + 6;

    public static void Write(HtmlWriter html, IReadOnlyList<TimePart> parts)
    {
        var total = parts.Sum(p => p.Ms);
        if (total <= 0)
        {
            return;
        }

        var title = $"Where the {FigureText.Duration(total)} of a call go";
        using (html.Tag("figure", ("class", "waterfall")))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", title);
                html.Text(", one at a time");
            }

            foreach (var canvas in Canvas.HalfOrNarrow)
            {
                canvas.Draw(html, "waterfall", Bottom + 22, title, string.Join("; ", parts.Select(p => Text(p, total))),
                    () => Draw(html, canvas, parts, total));
            }

            Legend.Write(html, parts.Index(), p => html.Box($"bar s{p.Index % Colours}", 0, 0, 28, 10), p =>
            {
                html.Text(" ");
                html.Element("strong", Letter(p.Index));
                html.Text(UnbrokenText.Of($" {Text(p.Item, total)}"));
            });
        }
    }

    private static void Draw(HtmlWriter html, Canvas canvas, IReadOnlyList<TimePart> parts, double total)
    {
        var (factor, unit) = Amount.ScaleOf(total, "ms");
        var scale = new LinearScale(0, total * factor, Inset, canvas.Width - Inset, canvas.Ticks, isOpen: true).In(factor, unit);
        Axis.Horizontal(html, scale, Top, Bottom);
        var sum = $"= {FigureText.Duration(total)}";
        html.Label(sum, canvas.Width - Inset, Top - 6, "end", "figure");
        var (from, free) = (0.0, double.NegativeInfinity);
        foreach (var (index, part) in parts.Index().Where(p => p.Item.Ms > 0))
        {
            var (left, right) = (scale.At(from), scale.At(from + part.Ms));
            html.Box($"bar part s{index % Colours}", left, Top, right - left, Height);
            var middle = Math.Max((left + right) / 2, free);
            if (middle <= canvas.Width - Inset - Canvas.TextWidth(sum) - LetterWidth)
            {
                html.Label(Letter(index), middle, Top - 6, "middle", "end");
                free = middle + LetterWidth;
            }

            from += part.Ms;
        }
    }

    private static string Letter(int index) => index < 26 ? $"{(char)('A' + index)}" : FigureText.Whole(index + 1);

    private static string Text(TimePart part, double total) =>
        $"{FigureText.Duration(part.Ms)} ({ShareText.Part(part.Ms / total)}): {part.Part}";
}
