using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.GcPauses;

/// <summary>
/// The cause as probes from outside see it: with calls, and not without, the whole server stops again and again, PING included, for tens of
/// ms and at no fixed times. A hint that names what watching the process would show.
/// </summary>
internal static class StoppedRuntime
{
    private const double MinStops = 3;

    // Without calls a collector has little to do.
    private const double MaxIdleShare = 0.25;

    // Ends of stops on a grid of 100 ms are those of a limit of processor time.
    private const double MaxGrid = 0.8;
    private const double MaxTcpShare = 0.25;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        ServiceQuantities.Server, BehaviourQuantities.LoadedStops, BehaviourQuantities.LoadedStopShare, BehaviourQuantities.IdleStopShare,
        BehaviourQuantities.LongestStop, BehaviourQuantities.StopGrid, BehaviourQuantities.TcpBesideOne,
    ];

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen, string fix)
    {
        var (stops, share) = (seen.Value(BehaviourQuantities.LoadedStops), seen.Value(BehaviourQuantities.LoadedStopShare));
        var (alone, longest) = (seen.Value(BehaviourQuantities.IdleStopShare), seen.Value(BehaviourQuantities.LongestStop));
        var figures = $"{BehaviourQuantities.Stopped(seen, stops)} while it was called, "
            + $"{FigureText.Number(100 * share)} % of the time, and {FigureText.Number(100 * alone)} % without calls";
        return seen.Value(ServiceQuantities.Server) != "Kestrel"
                ? Screening.RuleOut($"{seen.Value(ServiceQuantities.Server)} is no .NET server; {figures}")
            : stops < MinStops || share < Screening.MinShare || alone > MaxIdleShare * share
                || seen.Value(BehaviourQuantities.TcpBesideOne) > MaxTcpShare * longest
                ? Screening.RuleOut(figures)
            : seen.Value(BehaviourQuantities.StopGrid) >= MaxGrid && stops > MinStops
                ? Screening.RuleOut($"{figures}, and the stops end on a grid of 100 ms")
            : Screening.Suspected(share, $"{figures}, PING and no-op calls on two connections together", fix,
                "'fathom doctor --pid PID' on the server while it is called: collections and their pauses");
    }
}
