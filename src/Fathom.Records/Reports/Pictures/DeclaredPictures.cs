using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes the pictures that a study declares: lines or dots by level of one factor, with a chart for each combination of
/// others.</summary>
internal static class DeclaredPictures
{
    // Ratio of the largest to the smallest value above which small values on a linear scale would overlap.
    private const double LogBeyond = 5;

    // Marks within this factor of the measured range extend the scale.
    private const double NearBeyond = 2;

    public static void Write(HtmlWriter html, ReportStudy study)
    {
        foreach (var (index, info) in study.Record.Pictures.Index())
        {
            if (DeclaredPicture.Of(study, info) is { } picture)
            {
                Picture(html, study, picture, $"{study.Slug}.picture.{index + 1}");
            }
        }
    }

    private static void Picture(HtmlWriter html, ReportStudy study, DeclaredPicture picture, string id)
    {
        var mark = picture.Panels.Any(p => p.Series.Any(s => s.Mark is not null)) ? study.Metric(picture.Info.Mark!) : null;
        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", picture.Info.Title);
                html.Text($". {MetricWords.Of(picture.Y)}.");
                if (mark is not null)
                {
                    html.Text(
                        $" Dashed vertical lines mark: {MetricWords.Of(mark)}, each from the trial measured nearest to it. Marks far "
                            + $"beyond the measured range are only in the table.");
                }
            }

            SeriesLegend(html, picture);
            foreach (var (index, panel) in picture.Panels.Index())
            {
                if (panel.Name.Length > 0)
                {
                    html.Element("p", panel.Name, ("class", "label"));
                }

                Chart(html, picture, panel, $"{id}.{index + 1}");
            }

            Details.Write(html, "The figures of this picture", () => PictureTable.Write(html, study, picture, mark));
        }
    }

    private static void Chart(HtmlWriter html, DeclaredPicture picture, PicturePanel panel, string id)
    {
        var (points, marks) = (panel.Series.SelectMany(s => s.Points).ToList(),
            panel.Series.Select(s => s.Mark?.Value).OfType<double>().ToList());
        var isJoined = picture.Info.Kind == PictureKind.Line;
        var x = ScaleFor(points.ConvertAll(p => p.X), marks);
        var y = ScaleFor(points.ConvertAll(p => p.Y.Value), []);
        var title = panel.Name.Length > 0 ? $"{picture.Info.Title}: {panel.Name}" : picture.Info.Title;
        new PointChart(
            title, Description(picture, panel), Label(picture.X.Words, picture.X.Unit, x.IsLogarithmic),
                Label(MetricWords.Of(picture.Y), picture.Y.Unit, y.IsLogarithmic),
            [.. panel.Series.Select(s => new ChartPoints(
                picture.Letter(s.Level), picture.Look(s.Level), [.. s.Points.Select(p => (p.X, p.Y.Value))], s.Mark?.Value))], isJoined)
            .Write(html, id, x.Scale, y.Scale);
    }

    // Logarithmic for a large range of values. Marks close to the measured range extend the scale.
    private static (bool IsLogarithmic, Func<double, double, int, Scale> Scale) ScaleFor(List<double> values, List<double> marks)
    {
        var (least, most) = (values.Min(), values.Max());
        var near = marks.Where(m => m >= least / NearBeyond && m <= most * NearBeyond).Concat(values).ToList();
        var (low, high) = (near.Min(), near.Max());
        return low > 0 && most / least > LogBeyond
            ? (true, (start, end, _) => new LogScale(low, high, start, end, isTight: true))
            : (false, (start, end, ticks) => new LinearScale(low, high, start, end, ticks, isFitted: true));
    }

    private static string Label(string name, string unit, bool isLogarithmic) =>
        $"{name}{(Figure.Unit(unit) is { Length: > 0 } shown ? $", {shown}" : "")}{(isLogarithmic ? ", logarithmic" : "")}";

    private static string Description(DeclaredPicture picture, PicturePanel panel) => string.Join("; ", panel.Series.Select(s =>
        $"{picture.Letter(s.Level)} {s.Level}: "
            + string.Join(
                ", ", s.Points.Select(p => $"{Figure.WithUnit(p.Y.Value, picture.Y.Unit)} at {Figure.WithUnit(p.X, picture.X.Unit)}"))
        + (s.Mark is { } mark ? $", marked at {Figure.WithUnit(mark.Value, mark.Unit)}" : "")));

    private static void SeriesLegend(HtmlWriter html, DeclaredPicture picture) => Legend.Write(
        html,
        picture.Levels,
        level =>
        {
            if (picture.Info.Kind == PictureKind.Line)
            {
                Legend.Line(html, picture.Look(level));
            }

            html.Dot($"dot {picture.Look(level)}", 14, 5, 4);
        },
        level =>
        {
            html.Text(" ");
            html.Element("strong", picture.Letter(level));
            html.Text($" {TrialNames.Level(picture.Info.Series, level)}");
        });
}
