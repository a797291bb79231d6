using Fathom.Statistics;

namespace Fathom.Load.Schedules;

/// <summary>
/// Random arrivals, independent of each other (a Poisson process whose rate is the profile's): what many users cause together. Each slot
/// is a process of its own with its share of the rate; the slots of a plan together are the plan's process. The same seed and slot give
/// the same arrivals.
/// </summary>
public sealed class PoissonSchedule : IArrivalSchedule
{
    private readonly RateProfile _profile;
    private readonly int _slots;
    private readonly SeededRandom _random;
    private double _arrivals;
    private int _segment;

    /// <summary>Creates the schedule of a slot.</summary>
    /// <param name="profile">The rate of the whole plan.</param>
    /// <param name="slot">The part of the plan.</param>
    /// <param name="seed">The plan's seed; that of the slot is derived from it.</param>
    public PoissonSchedule(RateProfile profile, PlanSlot slot, int seed)
    {
        (_profile, _slots) = (profile, slot.Count);
        _random = SeededRandom.For(seed, $"slot {slot.Index} of {slot.Count}");
    }

    /// <inheritdoc/>
    public bool TryNext(out long nanoseconds)
    {
        // A process of rate 1, with its time changed so that it has the profile's rate.
        _arrivals -= Math.Log(1 - _random.NextDouble()) * _slots;
        var seconds = _profile.TimeOf(_arrivals, ref _segment);
        nanoseconds = double.IsInfinity(seconds) ? long.MaxValue : (long)Math.Round(seconds * 1e9);
        return nanoseconds != long.MaxValue;
    }
}
