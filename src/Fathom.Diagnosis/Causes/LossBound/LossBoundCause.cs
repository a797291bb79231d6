using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.LossBound;

/// <summary>
/// <c>loss-bound</c>: every lost packet halves what a Reno-like sender has in flight, so that loss and distance alone set the rate. Proven
/// by the same link without loss; visible in packets that were sent again, several and about as many as the link loses.
/// </summary>
public sealed class LossBoundCause() : Cause(Name, provenBy: [LinkQuantities.LossShare, PathQuantities.BulkConnections])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "loss-bound";

    private const string Formula = "S / (MSS / RTT x sqrt(3/2) / sqrt(p)) + 2 RTT (Mathis, Semke, Mahdavi and Ott, 1997)";

    // One lost packet is one halving, which sets no rate. A link that loses 2 % of 739 packets had 13 sent again: fewer than half of the
    // share that it loses is another limit, in which few packets travel.
    private const double MinSentAgain = 5;
    private const double MinOfLoss = 0.5;

    private const string Fix = """
        # a congestion control that does not take loss for congestion, on the sender
        sysctl net.ipv4.tcp_congestion_control=bbr

        // or several connections: a loss halves only one of them
        // (EnableMultipleHttp2Connections opens more only at the stream limit: pool channels instead)
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        LinkQuantities.LossShare, LinkQuantities.RoundTrip, LinkQuantities.LargestPacketData, LinkQuantities.Packets,
        LinkQuantities.PacketsSentAgain, LinkQuantities.BytesPerRoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => LargeTransfer.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => ProbedLoss.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison) => ProbedLoss.Prove(comparison, Fix);

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (loss, again) = (seen.Value(LinkQuantities.LossShare), seen.Value(LinkQuantities.PacketsSentAgain));
        if (loss <= 0 || again < Math.Max(MinSentAgain, MinOfLoss * loss * seen.Value(LinkQuantities.Packets)))
        {
            return null;
        }

        var roundTrip = seen.Value(LinkQuantities.RoundTrip);
        var rate = seen.Value(LinkQuantities.LargestPacketData) / roundTrip * Math.Sqrt(1.5) / Math.Sqrt(loss);
        var claim = $"Loss sets the rate: {FigureText.Whole(seen.Value(LinkQuantities.BytesPerRoundTrip))} bytes per round trip at "
            + $"{FigureText.Number(100 * loss)} % loss, {FigureText.Whole(again)} of "
            + $"{FigureText.Whole(seen.Value(LinkQuantities.Packets))} packets sent again; "
            + $"{FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} without loss and nothing else "
            + $"changed.";
        return new Conclusion(claim, Fix)
        {
            Model = comparison.Predict(Formula, ((seen.Value(CallQuantities.PayloadBytes) / rate) + (2 * roundTrip)) * 1000),
        };
    }
}
