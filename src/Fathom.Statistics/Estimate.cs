namespace Fathom.Statistics;

/// <summary>
/// An estimated value between two ends, in the unit of the value. The ends are an interval with a confidence, or, where there are too few
/// values for one, their range.
/// </summary>
/// <param name="Value">The estimate.</param>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end.</param>
public sealed record Estimate(double Value, double Low, double High)
{
    /// <summary>The share of intervals made this way that contain the true value, 0 to 1; null for a range.</summary>
    public double? Confidence { get; init; }

    /// <summary>The number of values of the smaller side where the ends are only the range of what was measured; null for an interval. A
    /// range says nothing about values that were not measured.</summary>
    public int? RangeOf { get; init; }
}
