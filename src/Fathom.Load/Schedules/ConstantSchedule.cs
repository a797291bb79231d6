namespace Fathom.Load.Schedules;

/// <summary>Evenly spaced arrivals: arrival k of the plan starts when the profile's integral reaches k. A slot has its share of
/// them.</summary>
/// <param name="profile">The rate of the whole plan.</param>
/// <param name="slot">The part of the plan.</param>
public sealed class ConstantSchedule(RateProfile profile, PlanSlot slot) : IArrivalSchedule
{
    private long _taken;
    private int _segment;

    /// <inheritdoc/>
    public bool TryNext(out long nanoseconds)
    {
        var seconds = profile.TimeOf(slot.NumberOf(_taken), ref _segment);
        nanoseconds = double.IsInfinity(seconds) ? long.MaxValue : (long)Math.Round(seconds * 1e9);
        if (nanoseconds == long.MaxValue)
        {
            return false;
        }

        _taken++;
        return true;
    }
}
