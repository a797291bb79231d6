using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.PingRoundTrips;

/// <summary>
/// <c>ping-round-trips</c>: a sender that waits until everything is acknowledged loses a round trip to each PING of the client, since the
/// answer must be acknowledged as well. A client that sends none, and whose fixed window is far larger than a segment, shows it of the
/// model of HTTP.sys. Nothing shows that HTTP.sys itself waits for the answers to PINGs, so that the claim remains a hint.
/// </summary>
public sealed class PingRoundTripsCause() : Cause(Name, provenBy: [TransferQuantities.ClientWindowGrows])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "ping-round-trips";

    private const string Formula = $"{ClientPings.Formula}: T without PINGs, four at first, then one every 2 s, a round trip each";

    // Share of the PINGs that extra round trips must show; lost packets of either trial may account for the rest.
    private const double MinExplained = 0.5;

    private const string NotShown = "The server is a model of HTTP.sys that waits until everything on the socket is acknowledged. Nothing "
        + "shows that HTTP.sys waits for the answers to PINGs.";

    private const string Fix = """
        // the cure is a server that does not wait (stop-and-wait-sender);
        // a client that must do without it sends no PINGs with a window that does not grow:
        // DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP2FLOWCONTROL_DISABLEDYNAMICWINDOWSIZING=1, or
        AppContext.SetSwitch("System.Net.SocketsHttpHandler.Http2FlowControl.DisableDynamicWindowSizing", true);
        var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 4 * 1024 * 1024 };
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        TransferQuantities.IsHttp2, TransferQuantities.ClientWindowGrows, LinkQuantities.RoundTrip, LinkQuantities.BusyRoundTrips,
    ];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var pings = ClientPings.In(comparison.Before / 1000);
        var with = comparison.Baseline.Value(LinkQuantities.BusyRoundTrips);
        if (!ClientPings.AreSent(comparison.Baseline) || ClientPings.AreSent(comparison.Counterfactual)
            || comparison.Counterfactual.Find(LinkQuantities.BusyRoundTrips) is not { Value: var without }
            || with - without < MinExplained * pings)
        {
            return null;
        }

        var claim = $"Each of the client's PINGs, about {FigureText.Whole(pings)}, costs the model of HTTP.sys a round trip: it waits for "
            + $"the acknowledgement of its answer too. "
            + $"{FigureText.Whole(with)} round trips and {FigureText.Duration(comparison.Before)}; {FigureText.Whole(without)} and "
            + $"{FigureText.Duration(comparison.After)} with a client that sends none and nothing else changed.";
        return new Conclusion(claim, Fix)
        {
            NotShown = NotShown,
            Model = comparison.Predict(
                Formula, ClientPings.SecondsWith(comparison.After / 1000, comparison.Baseline.Value(LinkQuantities.RoundTrip)) * 1000),
        };
    }
}
