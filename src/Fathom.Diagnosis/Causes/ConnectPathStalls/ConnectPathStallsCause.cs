using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ConnectPathStalls;

/// <summary>
/// <c>connect-path-stalls</c>: a new connection waits in the resolver, in TCP, in the TLS handshake, for the server's SETTINGS or for the
/// reply to its first call, far longer than round trips and later calls explain. From outside a hint that names the step; around a program
/// proven by a connection without proxy, or by IPv4 alone.
/// </summary>
public sealed class ConnectPathStallsCause() : Cause(Name, provenBy:
    [
        ServiceQuantities.ResolveTime, ServiceQuantities.TlsTime, WatchQuantities.WaitsForIPv6, WatchQuantities.ProxyVariables,
    ])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "connect-path-stalls";

    // A handshake takes a few ms of processor time, on a slow machine five times as much; what takes longer, and many round trips, waits,
    // or computes what belongs to no handshake.
    private const double MinMs = 50;
    private const double MinRoundTrips = 5;

    private const string Fix = """
        // the resolver: a name that resolves at once, or an address; TCP: an address family that answers
        // TLS: no downloads while the chain is built; on the server no work in the certificate selector
        chainPolicy.DisableCertificateDownloads = true;
        // a first call that is slow on each connection: nothing on the server that looks its peer up when the connection is new
        // and keep the connection: one channel for the life of the process
        """;

    private const string ClientFix = """
        var handler = new SocketsHttpHandler
        {
            // no proxy between services of one network: NO_PROXY, or in the code
            UseProxy = false,
            ConnectTimeout = TimeSpan.FromSeconds(2),
        };
        // a name that resolves at once, to addresses that answer; without IPv6 where it leads nowhere: DOTNET_SYSTEM_NET_DISABLEIPV6=1
        // and keep the connection: one channel for the life of the process
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
    [
        ServiceQuantities.ResolveTime, ServiceQuantities.TcpTime, ServiceQuantities.TlsTime, ServiceQuantities.SettingsTime,
        ServiceQuantities.TcpRoundTrip,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => ClientStalls.RequiredFromWatch;

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen) => ClientStalls.Screen(seen, ClientFix);

    /// <inheritdoc/>
    protected override Conclusion? ProveProgram(Comparison comparison) => ClientStalls.Prove(comparison, ClientFix);

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        (string Step, double Ms)[] steps =
        [
            ("resolving the name", seen.Value(ServiceQuantities.ResolveTime)), ("TCP", seen.Value(ServiceQuantities.TcpTime)),
            ("the TLS handshake", seen.Value(ServiceQuantities.TlsTime)),
            ("waiting for SETTINGS", seen.Value(ServiceQuantities.SettingsTime)),
            ("its first call, beyond later ones", FirstCallMs(seen)),
        ];
        var (roundTrip, total) = (seen.Value(ServiceQuantities.TcpRoundTrip), steps.Sum(s => s.Ms));
        var figures = $"a new connection takes {FigureText.Duration(total)}, of which "
            + string.Join(", ", steps.Where(s => s.Ms > 0).Select(s => $"{s.Step} {FigureText.Duration(s.Ms)}"));
        var longest = steps.MaxBy(s => s.Ms);
        return longest.Ms < MinMs || longest.Ms < MinRoundTrips * roundTrip
            ? Screening.RuleOut(figures)
            : Screening.Suspected(longest.Ms / total, $"{figures}, with a round trip of {FigureText.Duration(roundTrip)}; the share is of "
                + "a new connection's time", Fix, $"the same with {longest.Step} changed alone");
    }

    // Of each connection, not of the process alone, and beyond what some calls take on any.
    private static double FirstCallMs(Evidence seen) =>
        seen.Find(ServiceQuantities.FirstCallTime) is { Value: var first } && seen.Find(ServiceQuantities.CallTime) is { Value: var call }
            && seen.Find(ServiceQuantities.FreshFirstCallTime) is { Value: var fresh }
                ? Math.Max(0, Math.Min(first, fresh) - Math.Max(call, seen.Find(ServiceQuantities.LongCallTime)?.Value ?? 0)) : 0;

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => new(
        $"A new connection takes {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} with "
            + $"{comparison.Change.To} and nothing else changed.", Fix);
}
