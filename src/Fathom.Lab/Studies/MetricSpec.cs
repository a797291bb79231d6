using Fathom.Lab.Results;

namespace Fathom.Lab.Studies;

/// <summary>A metric of a study and how it is read off the figures of a replicate's processes.</summary>
/// <param name="Info">Id, unit, direction and words.</param>
/// <param name="Read">The value, or null where this replicate has none.</param>
public sealed record MetricSpec(MetricInfo Info, Func<ReplicateFigures, double?> Read);
