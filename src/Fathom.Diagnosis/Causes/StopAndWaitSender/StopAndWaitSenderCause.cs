using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.StopAndWaitSender;

/// <summary>
/// <c>stop-and-wait-sender</c>: the sender hands over one segment and waits until the peer has acknowledged it. Proven by larger segments,
/// by one write of the whole body, or by a host that does not wait; visible in the packets, which carry one segment per round trip
/// whatever the windows allow.
/// </summary>
public sealed class StopAndWaitSenderCause() : Cause(Name, provenBy:
    [
        TransferQuantities.BodyWrite, TransferQuantities.WriterSegment, CallQuantities.ServerStack, PathQuantities.SpareWindow,
    ])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "stop-and-wait-sender";

    private const string Formula = "n x (RTT + (1 - (1-p)^(k+1)) x RTO) + 2 RTT; n = S / segment, k packets a segment, p lost each way, "
        + "RTO = RTT + 200 ms";

    private const string FormulaWithPings = $"({Formula}), and the client's PINGs: {ClientPings.Formula}";

    // Linux adds at least this to the smoothed round trip (TCP_RTO_MIN), s; otherwise RFC 6298.
    private const double MinRtoVariance = 0.2;

    // What HTTP and gRPC add to a segment at most: chunk size and line ends, frame headers, message prefixes.
    private const double MaxFraming = 0.05;

    // Share of the segments that must have a round trip of their own.
    private const double MinOneByOne = 0.9;

    private const double HeadersPerPacket = 52;

    private const string HostFix = """
        // HTTP.sys, .NET 8 and later: complete writes when the kernel has them, not the peer
        builder.WebHost.UseHttpSys(options => options.EnableKernelResponseBuffering = true);

        // .NET 6 and 7
        AppContext.SetSwitch("Microsoft.AspNetCore.Server.HttpSys.EnableKernelResponseBuffering", true);
        """;

    private const string WriteFix = """
        // where the body is at hand: hand it over whole
        await context.Response.BodyWriter.WriteAsync(body, context.RequestAborted);

        """ + HostFix;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        TransferQuantities.WriterSegment, CallQuantities.PayloadBytes, LinkQuantities.Mtu, LinkQuantities.RoundTrip,
        LinkQuantities.LossShare, LinkQuantities.BytesPerRoundTrip, LinkQuantities.BusyRoundTrips,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => LargeTransfer.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => ProbedSender.Screen(seen, HostFix);

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison) => ProbedSender.Prove(comparison, HostFix);

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (segment, perRoundTrip) = (seen.Value(TransferQuantities.WriterSegment), seen.Value(LinkQuantities.BytesPerRoundTrip));
        var segments = seen.Value(CallQuantities.PayloadBytes) / segment;
        var roundTrips = seen.Value(LinkQuantities.BusyRoundTrips);
        if (perRoundTrip < segment || perRoundTrip > segment * (1 + MaxFraming) || roundTrips < MinOneByOne * segments)
        {
            return null;
        }

        var claim = $"The sender waits for each segment's acknowledgement: {FigureText.Whole(segment)} bytes per round trip "
            + $"({FigureText.Whole(perRoundTrip)} with their framing, over {FigureText.Whole(roundTrips)} round trips, read off the "
            + $"packets), {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} with "
            + $"{comparison.Change.ToWords} and nothing else changed.";
        var seconds = SecondsOf(seen, segments);
        return new Conclusion(claim, comparison.Change.Of.Contains(TransferQuantities.BodyWrite) ? WriteFix : HostFix)
        {
            Model = ClientPings.AreSent(seen)
                ? comparison.Predict(FormulaWithPings, ClientPings.SecondsWith(seconds, seen.Value(LinkQuantities.RoundTrip)) * 1000)
                : comparison.Predict(Formula, seconds * 1000),
        };
    }

    private static double SecondsOf(Evidence seen, double segments)
    {
        var roundTrip = seen.Value(LinkQuantities.RoundTrip);
        var packets = Math.Ceiling(seen.Value(LinkQuantities.BytesPerRoundTrip) / (seen.Value(LinkQuantities.Mtu) - HeadersPerPacket));
        var lost = 1 - Math.Pow(1 - seen.Value(LinkQuantities.LossShare), packets + 1);
        return (segments * (roundTrip + (lost * (roundTrip + MinRtoVariance)))) + (2 * roundTrip);
    }
}
