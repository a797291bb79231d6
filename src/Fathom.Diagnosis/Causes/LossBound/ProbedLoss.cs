using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.LossBound;

/// <summary>
/// The cause as probes from outside see it: packets come out of order, as after a loss, and large replies at once are faster on a
/// connection each, of which a loss halves only one. The windows are too large to be filled.
/// </summary>
internal static class ProbedLoss
{
    /// <summary>Share of packets that come out of order where some are lost: a loss in a thousand, each of which lets those that follow it
    /// come so.</summary>
    public const double MinOutOfOrder = 0.002;

    // What Linux waits at least before it sends again, beyond the round trip (TCP_RTO_MIN), ms: without a kernel that counts packets.
    private const double MinPauseMs = 200;

    private const double MaxSpread = 0.75;

    /// <summary>Suspects it, or rules it out; null where large calls were not made at once.</summary>
    public static Screening? Screen(Evidence seen, string fix)
    {
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.BulkTime) is not { Value: var one }
            || seen.Find(PathQuantities.SpreadBulkTime) is not { Value: var spread })
        {
            return null;
        }

        var pause = seen.Find(PathQuantities.LongestPause)?.Value ?? 0;
        var calls = FigureText.Whole(seen.Value(PathQuantities.BulkCalls));
        var (isLossy, sign) = seen.Find(PathQuantities.OutOfOrderShare) is { Value: var share }
            ? (share >= MinOutOfOrder, $"{FigureText.Number(100 * share)} % of packets came out of order")
            : (pause >= MinPauseMs + seen.Value(ServiceQuantities.PingTime), $"a reply paused for {FigureText.Duration(pause)}");
        var figures = $"{sign}; {calls} large calls at once take {FigureText.Duration(one)} on one connection and "
            + $"{FigureText.Duration(spread)} on {calls}";
        return !isLossy || spread > MaxSpread * one
                ? Screening.RuleOut(figures)
            : seen.Find(PathQuantities.LiftedBulkTime) is { Value: var lifted } && lifted <= MaxSpread * one
                ? Screening.RuleOut($"{figures}, and {FigureText.Duration(lifted)} with a larger window of the connection")
            : Screening.Suspected(1 - (spread / one), figures, fix, "the same calls on a connection each");
    }

    /// <summary>Proves it: on a connection each the same calls are faster.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        return Screen(seen, fix) is { IsSuspected: true } ? new Conclusion(
            (seen.Find(PathQuantities.OutOfOrderShare) is { Value: var share }
                ? $"Packets are lost on the way ({FigureText.Number(100 * share)} % came out of order), and each loss slows its connection "
                : "Packets are lost on the way, and each loss slows its connection ")
                + $"down: {FigureText.Whole(seen.Value(PathQuantities.BulkCalls))} large calls at once take "
                + $"{FigureText.Duration(comparison.Before)} on one connection, and {FigureText.Duration(comparison.After)} on "
                + $"{comparison.Change.To} and nothing else changed.", fix) : null;
    }
}
