using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>stop-and-wait-sender</c>: the sender hands over one segment and waits until the peer has acknowledged it. Proven by handing over more
/// at once, or by a host that does not wait; seen in the packets, which carry one segment per round trip, whatever the windows allow.
/// </summary>
public sealed class StopAndWaitSenderRule : IFindingRule
{
    private const string Formula = "n x (RTT + (1 - (1-p)^(k+1)) x RTO) + 2 RTT; n = S / segment, k packets a segment, p lost each way, "
        + "RTO = RTT + 200 ms";
    private const string FormulaWithPings = $"({Formula}), and the client's PINGs: {ClientPings.Formula}";

    // What HTTP and gRPC add to a segment: chunk size and line ends, frame headers, message prefixes.
    private const double MostFraming = 0.05;

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
    public string Id => "stop-and-wait-sender";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.Bytes("segment") is not { } segment || trial.Bytes("size") is not { } size || trial.Bytes("mtu") is not { } mtu
            || trial.RoundTripSeconds() is not { } roundTrip || trial.LossShare() is not { } loss
            || pair.InBaseline("bytes_per_round_trip") is not { } perRoundTrip
            || perRoundTrip < segment || perRoundTrip > segment * (1 + MostFraming)
            || pair.InBaseline("busy_round_trips") is not { } roundTrips || roundTrips < 0.9 * size / segment
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var packets = Math.Ceiling(perRoundTrip / (mtu - HeadersPerPacket));
        var predicted = (size / segment * (roundTrip + ((1 - Math.Pow(1 - loss, packets + 1)) * LinkLevels.RtoSeconds(roundTrip))))
            + (2 * roundTrip);
        var pings = ClientPings.AreSent(trial);
        var claim = $"The sender waits for each segment's acknowledgement: {Say.Whole(segment)} bytes per round trip "
            + $"({Say.Whole(perRoundTrip)} with their framing, over "
            + $"{Say.Whole(roundTrips)} round trips, read off the packets), {Say.Duration(slow)}, and {Say.Duration(fast)} with "
            + $"{pair.Changed.Factor} {pair.Changed.To} and nothing else changed.";
        return pair.Finding(Id, claim, pair.Changed.Factor == "write" ? WriteFix : HostFix) with
        {
            Model = new ModelCheck(
                pings ? FormulaWithPings : Formula,
                    Math.Round((pings ? ClientPings.SecondsWith(predicted, roundTrip) : predicted) * 1000, 1), slow, pair.Metric.Unit),
        };
    }
}
