using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.PerCallWindowRamp;

/// <summary>
/// <c>per-call-window-ramp</c>: SocketsHttpHandler begins every stream with a window of 64 KiB and doubles it while it reads. Every large
/// response pays for the doubling, on a warm connection too. Proven by a first window of the size to which it would grow.
/// </summary>
public sealed class PerCallWindowRampCause() : Cause(Name, provenBy: [TransferQuantities.ClientWindow, TransferQuantities.WindowGrowth])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "per-call-window-ramp";

    // Rounded to the nearest, not up: credit comes back while a window's worth is still arriving, so that the last flight may exceed the
    // window (590 kB were measured at a window of 524 kB).
    private const string Formula = "round(log2(S / 65535 + 1)) x RTT: a window that doubles with every round trip; the first comes a "
        + "round trip after the request";

    // One round trip may be chance.
    private const double MinRoundTrips = 2;

    private const string Fix = """
        // begin with about the size of a response, or rate x round trip
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 4 * 1024 * 1024 };
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        TransferQuantities.ConnectionIsWarm, TransferQuantities.ClientWindow, TransferQuantities.ClientWindowGrows,
        LinkQuantities.RoundTrip, CallQuantities.PayloadBytes,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => ClientRamp.RequiredFromWatch;

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen) => ClientRamp.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Conclusion? ProveProgram(Comparison comparison) => ClientRamp.Prove(comparison, Fix);

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (first, size) = (seen.Value(TransferQuantities.ClientWindow), seen.Value(CallQuantities.PayloadBytes));
        var roundTrip = seen.Value(LinkQuantities.RoundTrip);
        if (!seen.Is(TransferQuantities.ConnectionIsWarm) || !seen.Is(TransferQuantities.ClientWindowGrows) || size <= first
            || comparison.Before - comparison.After < MinRoundTrips * roundTrip * 1000)
        {
            return null;
        }

        var claim = $"Every call begins with a window of {FigureText.Whole(first)} bytes and doubles it: "
            + $"{FigureText.Duration(comparison.Before)} over a connection that had carried as much before, and "
            + $"{FigureText.Duration(comparison.After)} with a first {comparison.Change.ToWords} and nothing else changed.";
        return new Conclusion(claim, Fix)
        {
            Model = comparison.Predict(Formula, Math.Round(Math.Log2((size / first) + 1)) * roundTrip * 1000),
        };
    }
}
