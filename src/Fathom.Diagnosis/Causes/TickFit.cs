using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>When the ends of calls count as ticks of a timer.</summary>
public static class TickFit
{
    /// <summary>The largest distance from ticks of two thirds of the ends, as a share of a period. Without ticks it is a third; by the
    /// pauses that are tried, it is 0.5 where the method takes its time, and 0.2 where it paces its callers.</summary>
    public const double MaxMisfit = 0.12;

    /// <summary>Whether single calls end on ticks of a timer, and not on those of a quota; false also where that was not asked.</summary>
    public static bool EndsOnTicks(Evidence seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Find(BehaviourQuantities.PhaseMisfit) is { Value: <= MaxMisfit } && !ThrottledServer.StopsOnGrid(seen);
    }
}
