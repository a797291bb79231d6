using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SlowStart;

/// <summary>
/// <c>slow-start</c>: a connection begins with ten packets in flight and doubles with every round trip, so that the first large message
/// pays for several. Proven by the same over a connection that carried as much before; visible in round trips that grow from the first on.
/// </summary>
public sealed class SlowStartCause() : Cause(Name, provenBy: [TransferQuantities.ConnectionIsWarm])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "slow-start";

    private const string Formula = "ceil(log2(S / (10 MSS) + 1)) x RTT: ten packets, doubling (RFC 6928, RFC 5681); the first come a "
        + "round trip after the request";

    private const int FirstFlight = 10;
    private const int MinGrowing = 3;

    private const string Fix = """
        # keep what a connection has learned while it idles, on the sender
        sysctl net.ipv4.tcp_slow_start_after_idle=0

        // and keep the connection: one channel per target for the life of the process
        """;

    /// <inheritdoc/>
    public override bool IsInformation => true;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        LinkQuantities.RoundTrip, LinkQuantities.GrowingRoundTrips, LinkQuantities.LargestPacketData, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => LargeTransfer.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (LargeTransfer.WhyNoStart(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.FreshCallTime) is not { Value: var fresh })
        {
            return null;
        }

        var (call, growing) = (seen.Value(ServiceQuantities.CallTime), seen.Value(LinkQuantities.GrowingRoundTrips));
        var figures = $"the first large call on a connection takes {FigureText.Duration(fresh)}, later ones {FigureText.Duration(call)}, "
            + $"and its round trips grow {FigureText.Whole(growing)} times in a row";
        return fresh - call < seen.Value(ServiceQuantities.PingTime) || 1 - (call / fresh) < Screening.MinShare || growing < MinGrowing
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (call / fresh), $"{figures}; the share is of a connection's first large call", Fix,
                "fewer connections of your clients, which 'fathom doctor -- COMMAND' counts");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var growing = seen.Value(LinkQuantities.GrowingRoundTrips);
        if (growing < MinGrowing)
        {
            return null;
        }

        var flights = seen.Value(CallQuantities.PayloadBytes) / (FirstFlight * seen.Value(LinkQuantities.LargestPacketData));
        var claim = $"The connection has yet to learn the path: its round trips grow {FigureText.Whole(growing)} times in a row from ten "
            + $"packets on; {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} over a "
            + "connection that carried as much before and nothing else changed.";
        return new Conclusion(claim, Fix)
        {
            Model = comparison.Predict(Formula, Math.Ceiling(Math.Log2(flights + 1)) * seen.Value(LinkQuantities.RoundTrip) * 1000),
        };
    }
}
