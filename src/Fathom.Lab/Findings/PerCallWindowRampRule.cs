using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>per-call-window-ramp</c>: SocketsHttpHandler begins every stream with 64 KiB and doubles while it reads, so that every large response
/// pays for the doubling, on a warm connection too. Proven by a first window of the size that it would grow to, on a connection that has
/// carried as much before and so has its slow start behind it.
/// </summary>
public sealed class PerCallWindowRampRule : IFindingRule
{
    // Rounded, not up: while a window's worth arrives, what is read of it is given back already, so that the last flight may be larger than
    // the window (590 kB were seen where it had come to 524).
    private const string Formula = "round(log2(S / 65535 + 1)) x RTT: a window that doubles with every round trip; the first comes a "
        + "round trip after the request";
    private const double FirstWindow = 65535;

    private const string Fix = """
        // begin with about the size of a response, or rate x round trip
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 4 * 1024 * 1024 };
        """;

    /// <inheritdoc/>
    public string Id => "per-call-window-ramp";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported
            || trial.Factors.GetValueOrDefault("connection") != "warm" || trial.Factors.GetValueOrDefault("client_window") != "default"
            || trial.RoundTripSeconds() is not { } roundTrip || trial.Bytes("size") is not (> FirstWindow and var size)
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast
            // At least two round trips more than without the ramp: one may be chance.
            || slow - fast < 2 * roundTrip * 1000)
        {
            return null;
        }

        var claim = $"Every call begins with a window of {Say.Whole(FirstWindow)} bytes and doubles it: {Say.Duration(slow)} over a "
            + $"connection that had carried as much before, and {Say.Duration(fast)} "
            + $"with a first window of {pair.Changed.To} and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(Math.Round(Math.Log2((size / FirstWindow) + 1)) * roundTrip * 1000, 1), slow,
                pair.Metric.Unit),
        };
    }
}
