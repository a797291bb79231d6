using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.BandwidthCapped;

/// <summary>
/// <c>bandwidth-capped</c>: the link's rate sets the time of large replies. Proven where connections of their own get replies at once no
/// more bytes a second than one has; visible in TCP, which connects more slowly beside them, as it does not where a server is busy.
/// </summary>
public sealed class BandwidthCappedCause() : Cause(Name, provenBy: [PathQuantities.FurtherConnections, LinkQuantities.Rate])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "bandwidth-capped";

    private const string Formula = "n x S / C + RTT; n calls at once, C the rate within one reply";

    // A reply that takes less than this part of its call to come is not limited by a rate.
    private const double MinShare = 0.3;

    // Over connections of their own the same calls take as long, but for noise, and get the rate of one reply.
    private const double MinSpread = 0.8;
    private const double MaxRate = 1.35;

    // Packets queue before a full link, those of a new connection as well.
    private const double MinTcpGrowth = 1.15;

    private const string Fix = """
        # fewer bytes: compress what becomes smaller (see compression-pays-below), send what is asked for
        # or more rate: a limit of the provider, of a container or of a tunnel
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => LargeTransfer.Reads;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => WatchedRate.RequiredFromWatch;

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen) => WatchedRate.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.TransferRate) is not { Value: var rate })
        {
            return Screening.RuleOut("a reply comes all at once");
        }

        if (seen.Find(PathQuantities.BulkTime) is not { Value: var one }
            || seen.Find(PathQuantities.SpreadBulkTime) is not { Value: var spread }
            || seen.Find(PathQuantities.BulkRate) is not { Value: var bulkRate })
        {
            return null;
        }

        var share = seen.Value(PathQuantities.TransferTime) / seen.Value(ServiceQuantities.CallTime);
        var figures = $"one reply comes with {FigureText.Number(rate)} MB/s, {FigureText.Whole(seen.Value(PathQuantities.BulkCalls))} at "
            + $"once on a connection each with {FigureText.Number(bulkRate)} MB/s together";
        if (share >= MinShare && ConnectionRate.Limits(seen))
        {
            return ConnectionRate.Suspect(share, figures);
        }

        return share < MinShare || bulkRate > MaxRate * rate || spread < MinSpread * one
            ? Screening.RuleOut(figures)
            : Screening.Suspected(share, figures, Fix, "that further connections bring no more bytes a second");
    }

    /// <inheritdoc/>
    protected override Conclusion? ProveEquivalence(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var idle = seen.Value(ServiceQuantities.TcpRoundTrip);
        if (seen.Find(PathQuantities.BulkTcp) is not { Value: var tcp } || tcp < MinTcpGrowth * idle)
        {
            return null;
        }

        var (calls, rate) = (seen.Value(PathQuantities.BulkCalls), seen.Value(PathQuantities.TransferRate));
        return new Conclusion(
            $"The link's rate sets the time of a reply, {FigureText.Number(rate)} MB/s: {FigureText.Whole(calls)} replies at once take "
                + $"{FigureText.Duration(comparison.Before)} on one connection and {FigureText.Duration(comparison.After)} on "
                + $"{comparison.Change.To}, and TCP connects in {FigureText.Duration(tcp)} beside them in place of "
                + $"{FigureText.Duration(idle)}.", Fix)
        {
            Model = comparison.Predict(Formula, (calls * seen.Value(ServiceQuantities.ReplyBytes) / rate / 1000)
                + seen.Value(ServiceQuantities.PingTime)),
        };
    }

    /// <inheritdoc/>
    protected override Conclusion? ProveProgram(Comparison comparison) => WatchedRate.Prove(comparison, Fix);

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => null;
}
