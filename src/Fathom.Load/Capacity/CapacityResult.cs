namespace Fathom.Load.Capacity;

/// <summary>The result of a search: the capacity is between two rates.</summary>
/// <param name="Holds">The highest rate that held in repeated windows, in calls per second; null when none did.</param>
/// <param name="Fails">The lowest rate that failed; null when none did.</param>
/// <param name="IsGeneratorLimited">Whether the generator, and not the server, was the limit at the upper rate.</param>
/// <param name="Windows">The number of windows.</param>
public sealed record CapacityResult(double? Holds, double? Fails, bool IsGeneratorLimited, int Windows);
