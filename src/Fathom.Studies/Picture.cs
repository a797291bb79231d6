using Fathom.Records;

namespace Fathom.Studies;

/// <summary>Pictures that a study wants of its trials, by its factors and metrics instead of their names.</summary>
internal static class Picture
{
    /// <summary>A line per level, through its trials.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="x">The factor to the right; its levels are numbers with a unit.</param>
    /// <param name="y">The metric that runs upwards.</param>
    /// <param name="series">The factor of whose levels each is a line.</param>
    /// <param name="panels">The factors of whose levels each combination is a drawing of its own.</param>
    /// <param name="mark">The metric marked on the horizontal axis for each line.</param>
    public static PictureInfo Lines(string title, Factor x, Metric y, Factor series, IReadOnlyList<Factor> panels, Metric mark) =>
        new(PictureKind.Line, title, x.Name, y.Id, series.Name, [.. panels.Select(p => p.Name)], mark.Id);

    /// <summary>A dot per level and trial.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="x">The metric to the right.</param>
    /// <param name="y">The metric that runs upwards.</param>
    /// <param name="series">The factor of whose levels each is a dot.</param>
    /// <param name="panels">The factors of whose levels each combination is a drawing of its own.</param>
    public static PictureInfo Scatter(string title, Metric x, Metric y, Factor series, IReadOnlyList<Factor> panels) =>
        new(PictureKind.Scatter, title, x.Id, y.Id, series.Name, [.. panels.Select(p => p.Name)]);
}
