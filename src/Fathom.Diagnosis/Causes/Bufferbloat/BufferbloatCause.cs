using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.Bufferbloat;

/// <summary>
/// <c>bufferbloat</c>: large replies fill a long queue before the link, and everything else waits in it, on other connections too. Proven
/// by a small window of the large replies, which keeps the queue short; visible in TCP, which connects as slowly.
/// </summary>
public sealed class BufferbloatCause() : Cause(Name, provenBy: [PathQuantities.BesideWindow])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "bufferbloat";

    // A small call takes this much longer beside large ones.
    private const double MinGrowth = 3;
    private const double MinMs = 100;

    // The kernel's answer to a new connection waits in the same queue; where it does not, the server is what is slow.
    private const double MinTcpShare = 0.5;

    // With the queue short, at least this much of the time is gone.
    private const double MinGain = 1.5;

    private const string Fix = """
        // keep large replies from filling the queue: a channel of their own with a small window, or parts with pauses
        var bulk = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 65_535 };
        // and System.Net.SocketsHttpHandler.Http2FlowControl.DisableDynamicWindowSizing for that process
        # or a queue that stays short by itself, before the slow link: fq_codel, cake
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [.. LargeTransfer.Reads, ServiceQuantities.NoOpTime, ServiceQuantities.TcpRoundTrip];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.BulkNoOp) is not { Value: var beside } || seen.Find(PathQuantities.BulkTcp) is not { Value: var tcp })
        {
            return null;
        }

        var (idle, idleTcp) = (seen.Value(ServiceQuantities.NoOpTime), seen.Value(ServiceQuantities.TcpRoundTrip));
        var figures = $"beside {FigureText.Whole(seen.Value(PathQuantities.BulkCalls))} large calls a no-op call on another connection "
            + $"takes up to {FigureText.Duration(beside)} in place of {FigureText.Duration(idle)}, and TCP connects in "
            + $"{FigureText.Duration(tcp)} in place of {FigureText.Duration(idleTcp)}";
        return beside < MinGrowth * idle || beside - idle < MinMs || tcp - idleTcp < MinTcpShare * (beside - idle)
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (idle / beside), $"{figures}; the share is of the time of small calls beside large ones", Fix,
                "the same beside large calls with a small window");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => comparison.Before < MinGain * comparison.After ? null : new Conclusion(
        $"Large replies fill a queue on the way, and small calls wait in it: up to {FigureText.Duration(comparison.Before)} for a no-op "
            + $"call on another connection, and {FigureText.Duration(comparison.After)} where the large replies have a window of "
            + $"{comparison.Change.To} bytes and nothing else is changed.", Fix);
}
