using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.StreamWindowBoundDownload;

/// <summary>
/// <c>stream-window-bound-download</c>: the client allows a stream one window of bytes at a time, so that a response gets one window per
/// round trip. Proven by a larger window; visible in the packets, which carry one window per round trip.
/// </summary>
public sealed class StreamWindowBoundDownloadCause : Cause
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
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs =>
    [
        TransferQuantities.ClientWindow, LinkQuantities.RoundTrip, LinkQuantities.BytesPerRoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [TransferQuantities.ClientWindow];

    /// <inheritdoc/>
    protected override Diagnosis? Prove(Comparison comparison)
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
        return new Diagnosis(claim, Fix) { Model = comparison.Predict(Formula, roundTrips * seen.Value(LinkQuantities.RoundTrip) * 1000) };
    }
}
