using System.Diagnostics;

namespace Fathom.Load.Grpc.Workers;

/// <summary>Nanoseconds since the start of a run, by the monotonic clock. The same for all workers.</summary>
/// <param name="start">The timestamp of the start.</param>
internal readonly struct RunClock(long start)
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    public long Now => (long)((Stopwatch.GetTimestamp() - start) * NanosecondsPerTick);

    /// <summary>A clock that starts after a while, so that every worker can be there.</summary>
    public static RunClock StartingIn(TimeSpan wait) =>
        new(Stopwatch.GetTimestamp() + (long)(wait.TotalSeconds * Stopwatch.Frequency));
}
