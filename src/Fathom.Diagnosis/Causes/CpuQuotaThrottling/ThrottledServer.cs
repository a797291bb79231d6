using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CpuQuotaThrottling;

/// <summary>
/// The cause as probes from outside see it: with calls the whole server stops for part of a period of 100 ms, and each stop ends where a
/// period ends. A hint that names what watching the process would show.
/// </summary>
public static class ThrottledServer
{
    private const double MinStops = 5;

    /// <summary>The least fit of stops' ends to the grid of periods.</summary>
    // Five random directions have a mean of 0.8 or longer in one of 150 cases; a stop never exceeds the period.
    public const double MinGrid = 0.85;
    private const double MaxMs = 110;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        BehaviourQuantities.LoadedStops, BehaviourQuantities.LoadedStopShare, BehaviourQuantities.LongestStop, BehaviourQuantities.StopGrid,
    ];

    /// <summary>Whether the whole server stops again and again, and each stop ends on a grid of 100 ms; false where that was not
    /// watched.</summary>
    public static bool StopsOnGrid(Evidence seen) => Reads.All(seen.Has) && seen.Value(BehaviourQuantities.LoadedStops) >= MinStops
        && seen.Value(BehaviourQuantities.LoadedStopShare) >= Screening.MinShare
        && seen.Value(BehaviourQuantities.LongestStop) <= MaxMs && seen.Value(BehaviourQuantities.StopGrid) >= MinGrid;

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen, string fix)
    {
        var (stops, share) = (seen.Value(BehaviourQuantities.LoadedStops), seen.Value(BehaviourQuantities.LoadedStopShare));
        var figures = $"{BehaviourQuantities.Stopped(seen, stops)} while it was called, {FigureText.Number(100 * share)} % of the time";
        return !StopsOnGrid(seen)
            ? Screening.RuleOut($"{figures}, at no fixed times")
            : Screening.Suspected(share,
                $"{figures}, and the stops ended on a grid of 100 ms, the period of a limit of processor time", fix,
                "'fathom doctor --pid PID' on the server while it is called: the time for which the kernel stops it");
    }
}
