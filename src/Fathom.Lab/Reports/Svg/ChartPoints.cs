namespace Fathom.Lab.Reports.Svg;

/// <summary>Points of a <see cref="PointChart"/> that belong together.</summary>
/// <param name="Letter">Stands beside them.</param>
/// <param name="Look">Class that gives colour, dashes and the form of the dots.</param>
/// <param name="Points">By x; at least one.</param>
/// <param name="Mark">A place on the horizontal axis that is marked for them, or null.</param>
internal sealed record ChartPoints(string Letter, string Look, IReadOnlyList<(double X, double Y)> Points, double? Mark);
