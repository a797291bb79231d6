using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>A point of a declared picture.</summary>
/// <param name="Trial">The trial.</param>
/// <param name="X">The value on the horizontal axis.</param>
/// <param name="Y">The value on the vertical axis.</param>
internal sealed record PicturePoint(TrialResult Trial, double X, MetricValue Y);

/// <summary>The points of a level in one panel.</summary>
/// <param name="Level">The level.</param>
/// <param name="Points">At least one point, in order of x.</param>
/// <param name="Mark">The value that is marked for the level on the horizontal axis, or null.</param>
internal sealed record PictureSeries(string Level, IReadOnlyList<PicturePoint> Points, MetricValue? Mark);

/// <summary>A chart of a declared picture.</summary>
/// <param name="Name">The levels of the chart, for readers; empty when there is only one chart.</param>
/// <param name="Series">At least one series.</param>
internal sealed record PicturePanel(string Name, IReadOnlyList<PictureSeries> Series);

/// <summary>A picture that a study declares, with the trials of its record. Immutable.</summary>
internal sealed class DeclaredPicture
{
    private DeclaredPicture(PictureInfo info, FactorInfo series, PictureAxis x, MetricInfo y, IReadOnlyList<PicturePanel> panels)
    {
        (Info, X, Y, Panels) = (info, x, y, panels);
        var shown = panels.SelectMany(p => p.Series).Select(s => s.Level).ToHashSet();
        Levels = [.. series.Levels.Where(shown.Contains)];
    }

    public PictureInfo Info { get; }

    public PictureAxis X { get; }

    public MetricInfo Y { get; }

    public IReadOnlyList<PicturePanel> Panels { get; }

    /// <summary>The levels with points. The index of a level decides its style and letter in all panels.</summary>
    public IReadOnlyList<string> Levels { get; }

    /// <summary>Creates the picture. Returns null when the record has too little data for it: a line needs two different x
    /// values.</summary>
    public static DeclaredPicture? Of(ReportStudy study, PictureInfo info)
    {
        var series = study.Record.Factors.FirstOrDefault(f => f.Name == info.Series);
        if (series is null || study.Metric(info.Y) is not { } y || PictureAxis.Of(study, info.X) is not { } x)
        {
            return null;
        }

        var mark = info.Mark is not null && study.Metric(info.Mark) is { } marked && Figure.Unit(marked.Unit) == Figure.Unit(x.Unit)
            ? marked.Id : null;
        PicturePanel[] panels = [.. Shown(study, info).Where(t => t.Metrics.ContainsKey(y.Id) && x.ValueOf(t) is not null)
            .GroupBy(t => string.Join(", ", info.Panels.Select(p => TrialNames.Level(p, ReportStudy.Level(t, p)))))
            .Select(panel => new PicturePanel(panel.Key,
                [.. series.Levels.Select(level => SeriesOf(panel, info, level, x, y, mark)).OfType<PictureSeries>()]))
            .Where(panel => info.Kind == PictureKind.Scatter || panel.Series.Any(s => s.Points.Select(p => p.X).Distinct().Count() > 1))];
        return panels.Length == 0 ? null : new(info, series, x, y, panels);
    }

    /// <summary>Returns the CSS classes of a level's line and dots.</summary>
    public string Look(string level) => IndexOf(level) is var index && index < ReportStudy.MaxDrawn
        ? $"s{index}"
        : $"s{index % ReportStudy.MaxDrawn} {(index < 2 * ReportStudy.MaxDrawn ? "again" : "third")}";

    /// <summary>Returns the letter of a level, so that levels differ in more than colour.</summary>
    public string Letter(string level) => IndexOf(level) is var index && index < 26 ? $"{(char)('A' + index)}" : $"{index + 1}";

    private int IndexOf(string level) => Levels.ToList().IndexOf(level);

    // Factors that the picture does not use have the baseline's level, which is the first.
    private static IEnumerable<TrialResult> Shown(ReportStudy study, PictureInfo info)
    {
        var others = study.Record.Factors.Where(f => f.Name != info.X && f.Name != info.Series && !info.Panels.Contains(f.Name)).ToList();
        return study.Record.Trials.Where(t => others.TrueForAll(f => ReportStudy.Level(t, f.Name) == f.Levels[0]));
    }

    private static PictureSeries? SeriesOf(IEnumerable<TrialResult> panel, PictureInfo info, string level, PictureAxis x, MetricInfo y,
        string? mark)
    {
        PicturePoint[] points = [.. panel.Where(t => ReportStudy.Level(t, info.Series) == level)
            .Select(t => new PicturePoint(t, x.ValueOf(t)!.Value, t.Metrics[y.Id])).OrderBy(p => p.X)];
        return points.Length == 0 ? null : new(level, points, mark is null ? null : MarkOf(points, mark));
    }

    // When trials have different marks, the mark nearest to the x value of its own trial is used.
    private static MetricValue? MarkOf(PicturePoint[] points, string mark) => points
        .Where(p => p.X > 0 && p.Trial.Metrics.TryGetValue(mark, out var value) && value.Value > 0)
        .MinBy(p => Math.Abs(Math.Log(p.Trial.Metrics[mark].Value / p.X)))?.Trial.Metrics[mark];
}
