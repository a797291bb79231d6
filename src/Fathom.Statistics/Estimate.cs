namespace Fathom.Statistics;

/// <summary>An estimated value and its interval, in the unit of the value.</summary>
/// <param name="Value">The estimate.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
public sealed record Estimate(double Value, double Low, double High);
