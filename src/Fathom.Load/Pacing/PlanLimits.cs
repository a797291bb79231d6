namespace Fathom.Load.Pacing;

/// <summary>How much a plan does. What ends first ends the plan.</summary>
/// <param name="Total">The number of calls; null for no limit.</param>
/// <param name="Duration">How long calls start; null for no limit.</param>
/// <param name="WarmUp">The first so many calls of the plan are counted apart.</param>
public sealed record PlanLimits(long? Total, TimeSpan? Duration, long WarmUp = 0)
{
    /// <summary>No limit: calls go on until they are stopped.</summary>
    public static PlanLimits None { get; } = new(null, null);

    /// <summary><see cref="Duration"/> in nanoseconds; <see cref="long.MaxValue"/> for no limit.</summary>
    public long DurationNanoseconds { get; } = Duration is { } limit ? limit.Ticks * TimeSpan.NanosecondsPerTick : long.MaxValue;
}
