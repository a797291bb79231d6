using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.IdleOrLifetimeReconnect;

/// <summary>
/// The cause as probes from outside see it: the server, or something on the way, ends a connection without calls, while one of the same age
/// with calls lives, so that the first call after a pause pays for a new one, or waits until TCP gives up; or it ends one with calls as
/// well, after a lifetime. A hint: which pauses a client makes, and how many calls between two connections, is not visible.
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

    private const string LongerLife = """
        # a longer lifetime, where the server or a proxy sets it, and not the same for all connections
        grpc-go: keepalive.ServerParameters{ MaxConnectionAge: 30 * time.Minute }
        gRPC's C core and grpc-js: grpc.max_connection_age_ms=1800000
        nginx: keepalive_requests and keepalive_time; Envoy: max_connection_duration
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
        var ended = seen.Find(BehaviourQuantities.IdleEnd)?.Value;
        var without = $"a connection without calls {(ended is null ? "was alive" : "ended")} after {idle}";
        if (ended is null && seen.Is(BehaviourQuantities.UsedLives))
        {
            return Screening.RuleOut(without);
        }

        var connect = seen.Value(ServiceQuantities.TcpTime) + seen.Value(ServiceQuantities.TlsTime)
            + seen.Value(ServiceQuantities.SettingsTime);
        var call = seen.Value(ServiceQuantities.CallTime);
        var costs = $"a new one costs {FigureText.Duration(connect)}, beside a call of {FigureText.Duration(call)}. The share is of the "
            + "first call";
        return seen.Is(BehaviourQuantities.UsedLives)
                ? Screening.Suspected(connect / (connect + call),
                    $"{without} ({ended}), while one of the same age with a call each second lives; {costs} after a pause",
                    Fix, "the first call after a pause of the client, with and without a sign of life in the pause")
            : seen.Find(BehaviourQuantities.UsedTime) is { Value: var age }
                ? Screening.Suspected(connect / (connect + call),
                    $"a connection with a call each second ended after {FigureText.Duration(age)} "
                        + $"({seen.Get(BehaviourQuantities.UsedEnd).Value}), and {without}; {costs} on each connection",
                    LongerLife, "the slowest calls of the client, with the lifetime and with a longer one")
            : Screening.RuleOut($"{without}, and one with calls answers no more: no pause ended them");
    }
}
