namespace Fathom.Statistics;

/// <summary>A value with its interval, in the unit of whatever it estimates.</summary>
/// <param name="Value">The estimate.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end.</param>
public sealed record Estimate(double Value, double Low, double High);
