using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.IdleOrLifetimeReconnect;

/// <summary>
/// <c>idle-or-lifetime-reconnect</c>: connections are closed between calls, after a pause or a lifetime, and the call that follows waits
/// for the next. A hint: the times stand in the code, or in what is between. From outside: <see cref="IdleEnd"/>.
/// </summary>
public sealed class IdleOrLifetimeReconnectCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "idle-or-lifetime-reconnect";

    private const double MinReconnections = 2;

    // With a connection for each call the cause is another.
    private const double MinCallsPerConnection = 2;

    private const string Fix = """
        var handler = new SocketsHttpHandler
        {
            // connections stay through pauses, and are kept alive by PING
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            KeepAlivePingDelay = TimeSpan.FromSeconds(60),
            KeepAlivePingTimeout = TimeSpan.FromSeconds(30),
        };
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
    [
        CallQuantities.Calls, CallQuantities.ConnectionsOpened, WatchQuantities.Reconnections, WatchQuantities.SetupShare,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => IdleEnd.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => IdleEnd.Screen(seen);

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (calls, opened) = (seen.Value(CallQuantities.Calls), seen.Value(CallQuantities.ConnectionsOpened));
        var again = seen.Value(WatchQuantities.Reconnections);
        var share = seen.Value(WatchQuantities.SetupShare);
        var figures = $"{FigureText.Whole(again)} connections were opened after others, for {FigureText.Whole(calls)} calls; "
            + $"connections were set up {FigureText.Number(100 * share)} % of the time";
        return again < MinReconnections || calls < MinCallsPerConnection * opened || share < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected(share, figures, Fix,
                "connections that are kept: PooledConnectionIdleTimeout and PooledConnectionLifetime, in the code");
    }
}
