namespace Fathom.Statistics;

/// <summary>An estimate with its interval.</summary>
/// <param name="Value">The estimate from all values.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end.</param>
public readonly record struct Estimate(double Value, double Low, double High);
