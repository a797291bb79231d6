using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>stream-window-bound-download</c>: the client allows a stream one window of bytes at a time, so that a response gets one window per
/// round trip. Proven by a larger window; seen in the packets, which carry the window and no more per round trip.
/// </summary>
public sealed class StreamWindowBoundDownloadRule : IFindingRule
{
    /// <summary>What HTTP/2 starts with, and what stays where dynamic sizing is off (RFC 9113, section 6.9.2).</summary>
    public const double Window = 65535;

    private const string Formula = "S / W x RTT + RTT; W the stream's window";
    private const double Tolerance = 0.1;

    private const string Fix = """
        // the client's side: let the window grow (the default), or begin with about rate x round trip
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 16 * 1024 * 1024 };
        // and do not set System.Net.SocketsHttpHandler.Http2FlowControl.DisableDynamicWindowSizing
        """;

    /// <inheritdoc/>
    public string Id => "stream-window-bound-download";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.RoundTripSeconds() is not { } roundTrip || trial.Bytes("size") is not { } size
            || pair.InBaseline("bytes_per_round_trip") is not { } perRoundTrip || Math.Abs((perRoundTrip / Window) - 1) > Tolerance
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast)
        {
            return null;
        }

        var claim = $"The client's stream window sets the rate: {Say.Whole(perRoundTrip)} bytes per round trip where the window is "
            + $"{Say.Whole(Window)}; {Say.Duration(slow)}, and {Say.Duration(fast)} "
            + $"with a window of {pair.Changed.To} and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(((size / Window) + 1) * roundTrip * 1000, 1), slow, pair.Metric.Unit),
        };
    }
}
