using Fathom.Load.Schedules;

namespace Fathom.Load.Pacing;

/// <summary>A closed loop over any client: callers that each await one call after another, all at the same time.</summary>
public static class AwaitedCallers
{
    /// <summary>Runs them until the plan has ended and the last call is answered.</summary>
    /// <param name="callers">Their number, at least 1.</param>
    /// <param name="limits">How many calls in all, and for how long calls start.</param>
    /// <param name="call">Makes a call: the caller's number, from 0, and the call's. What it throws ends its caller, and the run when all
    /// callers have ended.</param>
    /// <param name="time">The clock.</param>
    /// <param name="stop">Ends the plan; calls under way are awaited.</param>
    public static Task RunAsync(
        int callers, PlanLimits limits, Func<int, CallTicket, Task> call, TimeProvider time, CancellationToken stop)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(callers, 1);
        ArgumentNullException.ThrowIfNull(limits);
        ArgumentNullException.ThrowIfNull(call);
        ArgumentNullException.ThrowIfNull(time);
        var began = time.GetTimestamp();
        return Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(
            async () =>
            {
                var pacer = new ClosedLoopPacer(PlanSlot.Whole.Part(caller, callers), limits);
                while (!stop.IsCancellationRequested
                    && pacer.TryTake(time.GetElapsedTime(began).Ticks * TimeSpan.NanosecondsPerTick, out var ticket))
                {
                    await call(caller, ticket).ConfigureAwait(false);
                }
            },
            CancellationToken.None)));
    }
}
