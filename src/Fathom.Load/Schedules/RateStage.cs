namespace Fathom.Load.Schedules;

/// <summary>A stage of a <see cref="RateProfile"/>: the rate changes linearly to <paramref name="Rate"/>. A stage of no duration is a
/// step.</summary>
/// <param name="Duration">How long the change takes; zero or more.</param>
/// <param name="Rate">The rate at its end, in calls per second; zero or more.</param>
public readonly record struct RateStage(TimeSpan Duration, double Rate);
