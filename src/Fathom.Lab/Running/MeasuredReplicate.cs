using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>A replicate and what it gave.</summary>
/// <param name="Planned">Which it was.</param>
/// <param name="Figures">What both processes reported.</param>
internal sealed record MeasuredReplicate(PlannedReplicate Planned, ReplicateFigures Figures);
