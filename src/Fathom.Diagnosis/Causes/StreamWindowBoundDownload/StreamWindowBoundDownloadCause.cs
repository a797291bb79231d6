using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.StreamWindowBoundDownload;

/// <summary>
/// <c>stream-window-bound-download</c>: the client allows a stream one window of bytes at a time, so that a response gets one window per
/// round trip. Proven by a larger window; visible in the packets, which carry one window per round trip.
/// </summary>
public sealed class StreamWindowBoundDownloadCause() : Cause(Name, provenBy: [TransferQuantities.ClientWindow])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "stream-window-bound-download";

    private const string Formula = "S / W x RTT + RTT; W the stream's window";
    private const double Tolerance = 0.1;

    private const string Fix = """
        // the client's side: let the window grow (the default), or begin with about rate x round trip
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 16 * 1024 * 1024 };
        // and do not set System.Net.SocketsHttpHandler.Http2FlowControl.DisableDynamicWindowSizing
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        TransferQuantities.ClientWindow, LinkQuantities.RoundTrip, LinkQuantities.BytesPerRoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [.. LargeTransfer.Reads, TransferQuantities.ClientWindow];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (bytes, roundTrip) = (seen.Value(ServiceQuantities.ReplyBytes), seen.Value(ServiceQuantities.PingTime));
        var (window, call) = (seen.Value(TransferQuantities.ClientWindow), seen.Value(ServiceQuantities.CallTime));
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.LargeWindowCallTime) is not { Value: var large })
        {
            return Screening.RuleOut($"the calls were made with a window of {FigureText.Size(window)}"
                + (seen.Find(ServiceQuantities.SmallWindowCallTime) is { Value: var small }
                    ? $", in {FigureText.Duration(call)}; with 65,535 bytes they take {FigureText.Duration(small)}. Of a client whose "
                        + "window does not grow give it with --stream-window"
                    : ""));
        }

        var figures = $"a reply of {FigureText.Whole(bytes)} bytes takes {FigureText.Duration(call)} with a window of "
            + $"{FigureText.Whole(window)} bytes and {FigureText.Duration(large)} with a large one, at a round trip of "
            + FigureText.Duration(roundTrip);
        return bytes <= window || 1 - (large / call) < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (large / call), figures, Fix, "the same calls with a larger window");
    }

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var window = seen.Value(TransferQuantities.ClientWindow);
        if (seen.Find(LinkQuantities.BytesPerRoundTrip) is not { Value: var perRoundTrip }
            || Math.Abs((perRoundTrip / window) - 1) > Tolerance)
        {
            return null;
        }

        var roundTrips = (seen.Value(ServiceQuantities.ReplyBytes) / window) + 1;
        return new Conclusion(
            $"A client whose stream window stays at {FigureText.Whole(window)} bytes gets one window per round trip "
                + $"({FigureText.Whole(perRoundTrip)} bytes were seen): {FigureText.Duration(comparison.Before)} for a reply, and "
                + $"{FigureText.Duration(comparison.After)} with a window of {comparison.Change.To} bytes and nothing else changed.", Fix)
        {
            Model = comparison.Predict(Formula, roundTrips * seen.Value(ServiceQuantities.PingTime)),
        };
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (window, perRoundTrip) = (seen.Value(TransferQuantities.ClientWindow), seen.Value(LinkQuantities.BytesPerRoundTrip));
        if (Math.Abs((perRoundTrip / window) - 1) > Tolerance)
        {
            return null;
        }

        var claim = $"The client's stream window sets the rate: {FigureText.Whole(perRoundTrip)} bytes per round trip where the window is "
            + $"{FigureText.Whole(window)}; {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} "
            + $"with a {comparison.Change.ToWords} and nothing else changed.";
        var roundTrips = (seen.Value(CallQuantities.PayloadBytes) / window) + 1;
        return new Conclusion(claim, Fix) { Model = comparison.Predict(Formula, roundTrips * seen.Value(LinkQuantities.RoundTrip) * 1000) };
    }
}
