using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.ServerWindowBoundUpload;

/// <summary>
/// <c>server-window-bound-upload</c>: Kestrel returns credit when more than half of a stream's window is used up, so that an upload over
/// distance gets half a window per round trip. Proven by larger windows; visible in the packets, which carry about half a window per round
/// trip.
/// </summary>
public sealed class ServerWindowBoundUploadCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "server-window-bound-upload";

    private const string Formula = "S / (W/2 + 16384) x RTT + RTT; W the server's stream window, given back in halves, and a frame";
    private const double Frame = 16384;

    // Share of half a window, and of a whole one, that a round trip must carry at least and at most.
    private const double LeastOfHalf = 0.9;
    private const double MostOfWhole = 1.1;

    private const string Fix = """
        // the server's side; twice rate x round trip, since it is given back in halves
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.InitialStreamWindowSize = 16 * 1024 * 1024;
            kestrel.Limits.Http2.InitialConnectionWindowSize = 16 * 1024 * 1024;
        });
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs =>
    [
        TransferQuantities.ServerWindow, LinkQuantities.RoundTrip, LinkQuantities.BytesPerRoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [TransferQuantities.ServerWindow];

    /// <inheritdoc/>
    protected override Diagnosis? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var window = seen.Value(TransferQuantities.ServerWindow);
        var perRoundTrip = seen.Value(LinkQuantities.BytesPerRoundTrip);
        if (perRoundTrip < LeastOfHalf * window / 2 || perRoundTrip > MostOfWhole * window)
        {
            return null;
        }

        var claim = $"The server's stream window sets the rate: {FigureText.Whole(perRoundTrip)} bytes per round trip where the window is "
            + $"{FigureText.Whole(window)} and credit comes back in halves; {FigureText.Duration(comparison.Before)}, and "
            + $"{FigureText.Duration(comparison.After)} with windows of {comparison.Change.To} and nothing else changed.";
        var roundTrips = (seen.Value(CallQuantities.PayloadBytes) / ((window / 2) + Frame)) + 1;
        return new Diagnosis(claim, Fix) { Model = comparison.Predict(Formula, roundTrips * seen.Value(LinkQuantities.RoundTrip) * 1000) };
    }
}
