using Fathom.Load.Schedules;

namespace Fathom.Load.Pacing;

/// <summary>A closed loop: the next call starts when an earlier one has ended, so a slow server gets fewer calls.</summary>
/// <param name="slot">The worker's part of the plan.</param>
/// <param name="limits">How many calls, and for how long.</param>
public sealed class ClosedLoopPacer(PlanSlot slot, PlanLimits limits) : ICallPacer
{
    private readonly long _share = limits.Total is { } total ? slot.ShareOf(total) : long.MaxValue;
    private long _taken;
    private bool _stopped;

    /// <inheritdoc/>
    public long NextDue => _stopped || _taken >= _share ? long.MaxValue : 0;

    /// <inheritdoc/>
    public bool IsOpenLoop => false;

    /// <inheritdoc/>
    public bool TryTake(long now, out CallTicket ticket)
    {
        _stopped |= now >= limits.DurationNanoseconds;
        if (_stopped || _taken >= _share)
        {
            ticket = default;
            return false;
        }

        var number = slot.NumberOf(_taken++);
        ticket = new CallTicket(number, now, number < limits.WarmUp);
        return true;
    }

    /// <inheritdoc/>
    public bool IsOver(long now)
    {
        _stopped |= now >= limits.DurationNanoseconds;
        return NextDue == long.MaxValue;
    }

    /// <inheritdoc/>
    public void Stop() => _stopped = true;
}
