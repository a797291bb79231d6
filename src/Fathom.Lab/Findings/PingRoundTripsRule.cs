using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>ping-round-trips</c>: to a sender that waits until all it has sent is acknowledged, each PING of the client costs a round trip, since
/// its answer must be acknowledged as well. Proven by a client that sends none and whose window, which stays, is far larger than a segment.
/// </summary>
public sealed class PingRoundTripsRule : IFindingRule
{
    private const string Formula = $"{ClientPings.Formula}: T without PINGs, four at first, then one every 2 s, a round trip each";

    // Of the round trips that the PINGs explain; the rest may be lost packets of either trial.
    private const double LeastExplained = 0.5;

    private const string Fix = """
        // the cure is a server that does not wait (stop-and-wait-sender); a client that must do without it sends no PINGs with a window that does not grow:
        // DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP2FLOWCONTROL_DISABLEDYNAMICWINDOWSIZING=1, or
        AppContext.SetSwitch("System.Net.SocketsHttpHandler.Http2FlowControl.DisableDynamicWindowSizing", true);
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 4 * 1024 * 1024 };
        """;

    /// <inheritdoc/>
    public string Id => "ping-round-trips";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var trial = pair.Baseline;
        if (!pair.Difference.Supported || pair.Changed.To != ClientPings.FixedWindow || !ClientPings.AreSent(trial)
            || trial.RoundTripSeconds() is not { } roundTrip
            || pair.InBaseline("busy_round_trips") is not { } with || pair.InCounterfactual("busy_round_trips") is not { } without
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast
            || ClientPings.In(slow / 1000) is var pings && with - without < LeastExplained * pings)
        {
            return null;
        }

        var claim = $"Each of the client's PINGs, about {Say.Whole(pings)}, costs a round trip: the sender waits for the "
            + $"acknowledgement of its answer too. "
            + $"{Say.Whole(with)} round trips and {Say.Duration(slow)}; {Say.Whole(without)} and {Say.Duration(fast)} with a client "
            + $"that sends none and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with
        {
            Model = new ModelCheck(Formula, Math.Round(ClientPings.SecondsWith(fast / 1000, roundTrip) * 1000, 1), slow, pair.Metric.Unit),
        };
    }
}
