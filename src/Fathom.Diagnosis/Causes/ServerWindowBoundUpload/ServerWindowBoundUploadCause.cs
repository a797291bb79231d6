using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ServerWindowBoundUpload;

/// <summary>
/// <c>server-window-bound-upload</c>: Kestrel returns credit when more than half of a stream's window is used up, so that an upload over
/// distance gets half a window per round trip. Proven by larger windows; visible in the packets, which carry half a window, and at most a
/// frame more, per round trip.
/// </summary>
public sealed class ServerWindowBoundUploadCause() : Cause(Name, provenBy: [TransferQuantities.ServerWindow, PathQuantities.RequestLanes])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "server-window-bound-upload";

    private const string Formula = "S / (W/2 + 16384) x RTT + RTT; W the server's stream window, given back in halves, and a frame";
    private const double Frame = 16384;

    // A round trip carries half a window and up to a frame: 393,540 bytes were measured where half a window is 393,216. By a tenth less or
    // more it is still that; a whole window per round trip would be a server that returns credit at once.
    private const double Tolerance = 0.1;

    private const string Fix = """
        // the server's side; twice rate x round trip, since it is given back in halves
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.InitialStreamWindowSize = 16 * 1024 * 1024;
            kestrel.Limits.Http2.InitialConnectionWindowSize = 16 * 1024 * 1024;
        });
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        TransferQuantities.ServerWindow, LinkQuantities.RoundTrip, LinkQuantities.BytesPerRoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => ProbedUpload.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => ProbedUpload.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison) => ProbedUpload.Prove(comparison, Fix);

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var window = seen.Value(TransferQuantities.ServerWindow);
        var perRoundTrip = seen.Value(LinkQuantities.BytesPerRoundTrip);
        if (perRoundTrip < (1 - Tolerance) * window / 2 || perRoundTrip > (1 + Tolerance) * ((window / 2) + Frame))
        {
            return null;
        }

        var claim = $"The server's stream window sets the rate: {FigureText.Whole(perRoundTrip)} bytes per round trip where the window is "
            + $"{FigureText.Size(window)} ({FigureText.Whole(window)} bytes) and credit comes back in halves; "
            + $"{FigureText.Duration(comparison.Before)}, and "
            + $"{FigureText.Duration(comparison.After)} with {comparison.Change.ToWords} and nothing else changed.";
        var roundTrips = (seen.Value(CallQuantities.PayloadBytes) / ((window / 2) + Frame)) + 1;
        return new Conclusion(claim, Fix) { Model = comparison.Predict(Formula, roundTrips * seen.Value(LinkQuantities.RoundTrip) * 1000) };
    }
}
