using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>server-window-bound-upload</c>: Kestrel gives credit back when more than half of a stream's window is used up, so that an upload over
/// distance gets half a window per round trip. Proven by larger windows; seen in the packets, which carry about half a window and no more
/// per round trip.
/// </summary>
public sealed class ServerWindowBoundUploadRule : IFindingRule
{
    /// <summary>Kestrel's stream window since .NET 7 (Http2Limits.InitialStreamWindowSize).</summary>
    public const double Window = 768 * 1024;

    private const string Formula = "S / (W/2 + 16384) x RTT + RTT; W the server's stream window, given back in halves, and a frame";
    private const double Frame = 16384;

    private const string Fix = """
        // the server's side; twice rate x round trip, since it is given back in halves
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.Http2.InitialStreamWindowSize = 16 * 1024 * 1024;
            kestrel.Limits.Http2.InitialConnectionWindowSize = 16 * 1024 * 1024;
        });
        """;

    /// <inheritdoc/>
    public string Id => "server-window-bound-upload";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.RoundTripSeconds() is not { } roundTrip || trial.Bytes("size") is not { } size
            || pair.InBaseline("bytes_per_round_trip") is not { } perRoundTrip || perRoundTrip < 0.9 * Window / 2 || perRoundTrip > 1.1
            * Window
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var claim = $"The server's stream window sets the rate: {Say.Whole(perRoundTrip)} bytes per round trip where the window is "
            + $"{Say.Whole(Window)} and credit comes back in halves; "
            + $"{Say.Duration(slow)}, and {Say.Duration(fast)} with windows of {pair.Changed.To} and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(((size / ((Window / 2) + Frame)) + 1) * roundTrip * 1000, 1), slow,
                pair.Metric.Unit),
        };
    }
}
