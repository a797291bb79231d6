namespace Fathom.Lab.Results;

/// <summary>
/// A picture that a study wants of its trials, beyond those that every study has. Factors that it does not name stay at the baseline's
/// level.
/// </summary>
/// <param name="Kind">Lines or dots.</param>
/// <param name="Title">What it shows.</param>
/// <param name="X">What runs to the right: a metric, or a factor whose levels are numbers with a unit, such as <c>50mbit</c>; other levels
/// are left out.</param>
/// <param name="Y">The metric that runs upwards.</param>
/// <param name="Series">The factor of whose levels each is a line, or a dot.</param>
/// <param name="Panels">The factors of whose levels each combination is a drawing of its own.</param>
/// <param name="Mark">A metric whose value is marked on the horizontal axis for each series, in the unit of that axis; null for
/// none.</param>
public sealed record PictureInfo(PictureKind Kind, string Title, string X, string Y, string Series, IReadOnlyList<string> Panels,
    string? Mark = null);

/// <summary>How a <see cref="PictureInfo"/> is drawn.</summary>
public enum PictureKind
{
    /// <summary>A line per series, through its trials by x.</summary>
    Line,

    /// <summary>A dot per series and trial.</summary>
    Scatter,
}
