namespace Fathom.Lab.Studies;

/// <summary>What the planner must know of a combination beforehand.</summary>
/// <param name="Replicates">How often it is measured, each time in fresh processes.</param>
/// <param name="ExpectedSeconds">Rough duration of one replicate: for the time left, until measured durations are known.</param>
/// <param name="IsIdle">True where the processors idle for nearly all of it, so that others of its kind may run at the same time.</param>
public sealed record TrialPolicy(int Replicates, double ExpectedSeconds, bool IsIdle);
