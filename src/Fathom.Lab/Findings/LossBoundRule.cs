using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>loss-bound</c>: every lost packet halves what a Reno-like sender has in flight, so that loss and distance alone set the rate. Proven
/// by the same link without loss; seen in packets that were sent again.
/// </summary>
public sealed class LossBoundRule : IFindingRule
{
    private const string Formula = "S / (MSS / RTT x sqrt(3/2) / sqrt(p)) + 2 RTT (Mathis, Semke, Mahdavi and Ott, 1997)";

    private const string Fix = """
        # a congestion control that does not take loss for congestion, on the sender
        sysctl net.ipv4.tcp_congestion_control=bbr

        // or several connections: a loss halves only one of them
        // (EnableMultipleHttp2Connections opens more only at the stream limit: pool channels instead)
        """;

    /// <inheritdoc/>
    public string Id => "loss-bound";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.LossShare() is not (> 0 and var loss) || trial.RoundTripSeconds() is not { } roundTrip
            || trial.Bytes("size") is not { } size
            || pair.InBaseline("segment_bytes_max") is not { } segment || pair.InBaseline("segments_sent_again") is not (> 0 and var again)
            || pair.InBaseline("segments") is not { } segments || pair.InBaseline("bytes_per_round_trip") is not { } perRoundTrip
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var rate = segment / roundTrip * Math.Sqrt(1.5) / Math.Sqrt(loss);
        var claim = $"Loss sets the rate: {Say.Whole(perRoundTrip)} bytes per round trip at {Say.Number(100 * loss)} % loss, "
            + $"{Say.Whole(again)} of {Say.Whole(segments)} packets sent again; "
            + $"{Say.Duration(slow)}, and {Say.Duration(fast)} without loss and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(((size / rate) + (2 * roundTrip)) * 1000, 1), slow, pair.Metric.Unit),
        };
    }
}
