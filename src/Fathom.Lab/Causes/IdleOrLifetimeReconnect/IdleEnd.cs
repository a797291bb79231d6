using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.IdleOrLifetimeReconnect;

/// <summary>
/// The cause as probes from outside see it: the server, or something on the way, ends a connection without calls, while one of the same age
/// with calls lives, so that the first call after a pause pays for a new one, or waits until TCP gives up. A hint: which pauses a client
/// makes is not visible.
/// </summary>
internal static class IdleEnd
{
    private const string Fix = """
        // a sign of life in pauses, shorter than the limit; some proxies count calls alone, not PING
        new SocketsHttpHandler
        {
            KeepAlivePingDelay = TimeSpan.FromSeconds(30), KeepAlivePingPolicy = HttpKeepAlivePingPolicy.Always,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        };
        // or a longer limit: Kestrel's Limits.KeepAliveTimeout, the idle time-out of the proxy or balancer
        """;

    /// <summary>What it reads.</summary>
    public static IReadOnlyList<Quantity> Reads { get; } =
    [
        BehaviourQuantities.IdleTime, BehaviourQuantities.UsedLives, ServiceQuantities.CallTime, ServiceQuantities.TcpTime,
        ServiceQuantities.TlsTime, ServiceQuantities.SettingsTime,
    ];

    /// <summary>Suspects it, or rules it out.</summary>
    public static Screening Screen(Evidence seen)
    {
        var idle = FigureText.Duration(seen.Value(BehaviourQuantities.IdleTime));
        if (seen.Find(BehaviourQuantities.IdleEnd) is not { Value: var end })
        {
            return Screening.RuleOut($"a connection without calls was alive after {idle}");
        }

        var connect = seen.Value(ServiceQuantities.TcpTime) + seen.Value(ServiceQuantities.TlsTime)
            + seen.Value(ServiceQuantities.SettingsTime);
        var call = seen.Value(ServiceQuantities.CallTime);
        return !seen.Is(BehaviourQuantities.UsedLives)
            ? Screening.RuleOut($"a connection without calls ended after {idle}, and so did one with calls: no pause ended them")
            : Screening.Suspect(connect / (connect + call),
                $"a connection without calls ended after {idle} ({end}), while one of the same age with a call each second lives; a new "
                    + $"one costs {FigureText.Duration(connect)}, beside a call of {FigureText.Duration(call)}. The share is of the first "
                    + "call after a pause",
                Fix, "the first call after a pause of the client, with and without a sign of life in the pause");
    }
}
