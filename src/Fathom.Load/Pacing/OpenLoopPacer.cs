using Fathom.Load.Schedules;

namespace Fathom.Load.Pacing;

/// <summary>
/// An open loop: calls are due when the schedule says, whether or not earlier ones have ended. A call that starts late keeps its intended
/// time, so that its wait is part of its latency (no coordinated omission). Late calls need no memory: the schedule waits.
/// </summary>
public sealed class OpenLoopPacer : ICallPacer
{
    private readonly IArrivalSchedule _schedule;
    private readonly PlanSlot _slot;
    private readonly PlanLimits _limits;
    private readonly long _share;
    private readonly long _end;
    private long _taken;

    /// <summary>Creates the pacer of a worker.</summary>
    /// <param name="schedule">The arrivals of the worker's slot.</param>
    /// <param name="slot">The worker's part of the plan.</param>
    /// <param name="limits">How many calls, and for how long.</param>
    /// <param name="scheduleEnd">When the schedule ends, in nanoseconds since the start of the run; <see cref="long.MaxValue"/> for
    /// never.</param>
    public OpenLoopPacer(IArrivalSchedule schedule, PlanSlot slot, PlanLimits limits, long scheduleEnd = long.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(schedule);
        ArgumentNullException.ThrowIfNull(limits);
        (_schedule, _slot, _limits) = (schedule, slot, limits);
        _end = Math.Min(scheduleEnd, limits.DurationNanoseconds);
        _share = limits.Total is { } total ? slot.ShareOf(total) : long.MaxValue;
        MoveOn();
    }

    /// <inheritdoc/>
    public long NextDue { get; private set; }

    /// <inheritdoc/>
    public bool IsOpenLoop => true;

    /// <inheritdoc/>
    public bool TryTake(long now, out CallTicket ticket)
    {
        if (now < NextDue)
        {
            ticket = default;
            return false;
        }

        var number = _slot.NumberOf(_taken++);
        ticket = new CallTicket(number, NextDue, number < _limits.WarmUp);
        MoveOn();
        return true;
    }

    /// <inheritdoc/>
    public bool IsOver(long now) => NextDue == long.MaxValue || now >= _end;

    /// <inheritdoc/>
    public void Stop() => NextDue = long.MaxValue;

    private void MoveOn() => NextDue = _taken < _share && _schedule.TryNext(out var due) && due < _limits.DurationNanoseconds
        ? due
        : long.MaxValue;
}
