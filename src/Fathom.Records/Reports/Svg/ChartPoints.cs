namespace Fathom.Records.Reports.Svg;

/// <summary>A series of a <see cref="PointChart"/>.</summary>
/// <param name="Letter">The letter beside the points.</param>
/// <param name="Look">The CSS class of colour, dashes and the shape of the dots.</param>
/// <param name="Points">At least one point, in order of x.</param>
/// <param name="Mark">A value on the horizontal axis that is marked for the series, or null.</param>
internal sealed record ChartPoints(string Letter, string Look, IReadOnlyList<(double X, double Y)> Points, double? Mark);
