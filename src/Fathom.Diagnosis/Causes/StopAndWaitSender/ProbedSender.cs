using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.StopAndWaitSender;

/// <summary>
/// The cause as probes from outside see it: a reply comes in equal parts, one in each round trip, which no window of the client's explains.
/// Proven where windows from four such parts up make no difference.
/// </summary>
internal static class ProbedSender
{
    private const string Formula = "n x RTT + RTT; n = S / part";

    // Fewer round trips may be chance; slow start takes no more.
    private const double MinRoundTrips = 8;
    private const double MinEven = 0.8;

    // A window in force is met within this.
    private const double Tolerance = 0.1;

    // Parts that are further apart than a round trip wait for something else, and those that are closer for nothing.
    private const double MinExplained = 0.6;

    /// <summary>Whether replies look like those of such a sender; false also where they were not followed.</summary>
    public static bool IsLike(Evidence seen) =>
        LargeTransfer.Reads.All(seen.Has) && Screen(seen, "") is { IsSuspected: true };

    /// <summary>Suspects it, or rules it out; null where replies were not followed.</summary>
    public static Screening? Screen(Evidence seen, string fix)
    {
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(LinkQuantities.BytesPerRoundTrip) is not { Value: var part }
            || seen.Find(LinkQuantities.BusyRoundTrips) is not { Value: var parts }
            || seen.Find(PathQuantities.EvenRoundTrips) is not { Value: var even })
        {
            return null;
        }

        var (call, roundTrip) = (seen.Value(ServiceQuantities.CallTime), RoundTripOf(seen));
        var window = Math.Min(
            seen.Find(TransferQuantities.ClientWindow)?.Value ?? double.MaxValue,
            seen.Find(PathQuantities.ConnectionWindow)?.Value ?? double.MaxValue);
        var figures = $"a reply of {FigureText.Whole(seen.Value(ServiceQuantities.ReplyBytes))} bytes comes in {FigureText.Whole(parts)} "
            + $"parts, {FigureText.Number(100 * even)} % of them of {FigureText.Whole(part)} bytes with their framing, over a round trip "
            + $"of {FigureText.Duration(roundTrip)}";
        return parts < MinRoundTrips || even < MinEven || parts * roundTrip < MinExplained * call
                ? Screening.RuleOut(figures)
            : Math.Abs((part / window) - 1) <= Tolerance
                ? Screening.RuleOut($"{figures}: the client's window of {FigureText.Whole(window)} bytes")
            : Screening.Suspected(1 - (2 * roundTrip / call),
                $"{figures}, a part in each, while the client's window is {FigureText.Size(window)}", fix,
                "that neither a window of four parts nor one of 16 MiB makes a difference");
    }

    /// <summary>Proves it: no window of the client's makes a difference. Null where each part may be a message that the method writes when
    /// it likes.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        if (comparison.Difference.Asks != ComparisonQuestion.Equivalence || Screen(seen, fix) is not { IsSuspected: true }
            || (seen.Find(PathQuantities.ReplyMessages) is { Value: var messages }
                && messages >= seen.Value(LinkQuantities.BusyRoundTrips)))
        {
            return null;
        }

        var (part, roundTrip) = (seen.Value(LinkQuantities.BytesPerRoundTrip), RoundTripOf(seen));
        var claim = $"The server sends {FigureText.Whole(part)} bytes and waits until they are acknowledged, part by part: a reply of "
            + $"{FigureText.Whole(seen.Value(ServiceQuantities.ReplyBytes))} bytes takes {FigureText.Duration(comparison.Before)}, one "
            + $"part in each round trip of {FigureText.Duration(roundTrip)}, with a window of {comparison.Change.From} bytes and "
            + $"{FigureText.Duration(comparison.After)} with one of {comparison.Change.To}: the window is not the reason.";
        var trips = Math.Ceiling(seen.Value(ServiceQuantities.ReplyBytes) / part) + 1;
        return new Conclusion(claim, fix) { Model = comparison.Predict(Formula, trips * roundTrip) };
    }

    // TCP acknowledges parts, not HTTP/2: PING of a busy server takes longer.
    private static double RoundTripOf(Evidence seen) =>
        (seen.Find(ServiceQuantities.TcpRoundTrip) ?? seen.Find(ServiceQuantities.PingTime))!.Value;
}
