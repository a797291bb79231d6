namespace Fathom.Lab.Results;

/// <summary>A metric of a trial.</summary>
/// <param name="Value">Median of the replicates.</param>
/// <param name="Low">Lower end of its 95 % bootstrap interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="Unit">Unit of all three.</param>
public sealed record MetricValue(double Value, double Low, double High, string Unit);
