namespace Fathom.Lab.Studies;

/// <summary>What the planner must know of a combination beforehand.</summary>
/// <param name="Replicates">How often it is measured, each time in fresh processes.</param>
/// <param name="ExpectedSeconds">Roughly how long one replicate takes: for the time left, until measured ones are there.</param>
/// <param name="OnlyWaits">True where the processors idle for nearly all of it, so that others of its kind may run beside it.</param>
public sealed record TrialPolicy(int Replicates, double ExpectedSeconds, bool OnlyWaits);
