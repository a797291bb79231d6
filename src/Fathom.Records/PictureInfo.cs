namespace Fathom.Records;

/// <summary>
/// A picture that a study declares in addition to those of every study. It shows the trials in which all other factors have the baseline's
/// level.
/// </summary>
/// <param name="Kind">Lines or dots.</param>
/// <param name="Title">What it shows.</param>
/// <param name="X">The horizontal axis: a metric, or a factor whose levels are numbers with a unit, such as <c>50mbit</c>. Other levels are
/// left out.</param>
/// <param name="Y">The metric of the vertical axis.</param>
/// <param name="Series">The factor whose levels are the lines or dots.</param>
/// <param name="Panels">The factors for which each combination of levels is a separate chart.</param>
/// <param name="Mark">A metric whose value is marked on the horizontal axis for each series, in the unit of that axis; null for
/// none.</param>
public sealed record PictureInfo(PictureKind Kind, string Title, string X, string Y, string Series, IReadOnlyList<string> Panels,
    string? Mark = null);

/// <summary>The kind of chart of a <see cref="PictureInfo"/>.</summary>
public enum PictureKind
{
    /// <summary>One line for each series, through its trials in order of x.</summary>
    Line,

    /// <summary>One dot for each series and trial.</summary>
    Scatter,
}
