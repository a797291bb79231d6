using Fathom.Load.Pacing;
using Fathom.Load.Schedules;

namespace Fathom.Load.Plans;

/// <summary>What a run of load does, whatever it calls. Immutable; the same plan and seed give the same arrivals.</summary>
public sealed record LoadPlan
{
    /// <summary>Calls in flight: of a closed loop always so many; of an open loop at most, null for no limit.</summary>
    public int? Concurrency { get; init; }

    /// <summary>The rate of an open loop; null for a closed loop.</summary>
    public RateProfile? Rate { get; init; }

    /// <summary>Whether the arrivals of an open loop are random and independent (Poisson), not evenly spaced.</summary>
    public bool IsPoisson { get; init; }

    /// <summary>How much the plan does.</summary>
    public required PlanLimits Limits { get; init; }

    /// <summary>The seed of random arrivals.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>The part of the plan that this process does.</summary>
    public PlanSlot Slot { get; init; } = PlanSlot.Whole;

    /// <summary>The number of calls that the plan wants in this process; infinite without a limit, or where only the time of a closed
    /// loop is limited.</summary>
    public double Wanted
    {
        get
        {
            var total = Limits.Total is { } limit ? Slot.ShareOf(limit) : double.PositiveInfinity;
            return Rate is null ? total : Math.Min(total, Rate.ArrivalsUntil(Limits.DurationNanoseconds / 1e9) / Slot.Count);
        }
    }

    /// <summary>Creates the pacer of one of the process's workers.</summary>
    /// <param name="worker">0 to <paramref name="workers"/> - 1.</param>
    /// <param name="workers">The number of workers.</param>
    public ICallPacer CreatePacer(int worker, int workers)
    {
        var slot = Slot.Part(worker, workers);
        if (Rate is null)
        {
            return new ClosedLoopPacer(slot, Limits);
        }

        IArrivalSchedule schedule = IsPoisson ? new PoissonSchedule(Rate, slot, Seed) : new ConstantSchedule(Rate, slot);
        return new OpenLoopPacer(schedule, slot, Limits,
            double.IsFinite(Rate.EndSeconds) ? (long)Math.Ceiling(Rate.EndSeconds * 1e9) : long.MaxValue);
    }
}
