using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ServerWindowBoundUpload;

/// <summary>
/// The cause as probes from outside see it: a request has more to send and no credit for most of its time, and each credit comes a round
/// trip later, as soon as it can. Proven where requests at once, which have windows of their own, are sent in less time.
/// </summary>
internal static class ProbedUpload
{
    private const double MinShare = 0.4;

    // Credit that takes longer than this waits for the application, which reads slowly, or for a full link.
    private const double MaxRoundTrips = 1.5;

    private const string TcpFix = """
        # the receive buffer of the server's socket, or of the proxy's that takes the connection: leave its size to the kernel
        # HAProxy: no tune.rcvbuf.client; nginx: no rcvbuf= of 'listen'; a program: no SO_RCVBUF; Linux: net.ipv4.tcp_rmem
        """;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
        [PathQuantities.RequestBytes, ServiceQuantities.CallTime, ServiceQuantities.PingTime];

    /// <summary>Suspects it, or rules it out; null where the request was not followed.</summary>
    public static Screening? Screen(Evidence seen, string fix)
    {
        var (bytes, roundTrip) = (seen.Value(PathQuantities.RequestBytes), seen.Value(ServiceQuantities.PingTime));
        if (seen.Find(PathQuantities.HeldShare) is { Value: var held })
        {
            return OfTcp(seen, held);
        }

        if (PathReach.WhyNot("a request", bytes, roundTrip) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.CreditShare) is not { Value: var share })
        {
            return null;
        }

        var wait = seen.Value(PathQuantities.CreditWait);
        var figures = $"a request of {FigureText.Whole(bytes)} bytes has no credit for {FigureText.Number(100 * share)} % of its time, "
            + $"{FigureText.Duration(wait)} at a time over a round trip of {FigureText.Duration(roundTrip)}; the server's windows are "
            + $"{FigureText.Whole(seen.Value(TransferQuantities.ServerWindow))} bytes for a stream and "
            + $"{FigureText.Whole(seen.Value(PathQuantities.ServerConnectionWindow))} for a connection";
        return share < MinShare
                ? Screening.RuleOut(figures)
            : wait > MaxRoundTrips * roundTrip
                ? Screening.RuleOut($"{figures}: credit comes late, as from a method that reads slowly")
            : Screening.Suspected(share, figures, fix, "the same requests with windows of their own");
    }

    // The kernel's own word for it. Neither a slow path nor a slow server makes calls at once slower than the same one after the other.
    private static Screening OfTcp(Evidence seen, double share) => Screening.Suspected(share,
        $"TCP's receive window at the server, or a proxy before it, was full for {FigureText.Number(100 * share)} % of the time of "
            + $"{FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls))} calls at once, with requests of "
            + $"{FigureText.Whole(seen.Value(PathQuantities.RequestBytes))} bytes: together they take "
            + $"{FigureText.Duration(seen.Value(ServiceQuantities.BurstTime))}, and one alone "
            + $"{FigureText.Duration(seen.Value(ServiceQuantities.CallTime))}; its receive buffer is small",
        TcpFix, "the same calls with a larger receive buffer of the server or proxy, which the caller's side cannot change");

    /// <summary>Proves it: with windows of their own the same requests take less time.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        return Screen(seen, fix) is not { IsSuspected: true } ? null : new Conclusion(
            $"The server's window sets the rate of requests: {FigureText.Whole(seen.Value(PathQuantities.RequestBytesPerRoundTrip))} "
                + $"bytes go out in a round trip, and {FigureText.Number(100 * seen.Value(PathQuantities.CreditShare))} % of the time "
                + $"there is no credit. The same requests take {FigureText.Duration(comparison.Before)}, and "
                + $"{FigureText.Duration(comparison.After)} with {comparison.Change.To} {comparison.Change.Factor} in place of "
                + $"{comparison.Change.From} and nothing else changed.", fix);
    }
}
