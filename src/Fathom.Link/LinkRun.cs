using Fathom.Link.Plans;

namespace Fathom.Link;

/// <summary>
/// A running link, owned by its caller. Disposing it ends the processes at both ends and removes every namespace, device and socket. The
/// kernel does the same if this process dies, <c>kill -9</c> included.
/// </summary>
public abstract class LinkRun : IAsyncDisposable
{
    private protected LinkRun(LinkPlan plan) => Plan = plan;

    /// <summary>The plan in force: the one the link was started from, with what was changed since.</summary>
    public LinkPlan Plan { get; private protected set; }

    /// <summary>The near end, to which <see cref="LinkPlan.Listen"/> forwards. Null with <see cref="LinkMode.Relay"/>, which has no
    /// ends.</summary>
    public abstract LinkEnd? Near { get; }

    /// <summary>The far end, from which <see cref="LinkPlan.To"/> forwards. Null with <see cref="LinkMode.Relay"/>.</summary>
    public abstract LinkEnd? Far { get; }

    /// <summary>The end where a command runs: the one without port forwarding. Null if both ends forward a port, and with
    /// <see cref="LinkMode.Relay"/>.</summary>
    public LinkEnd? CommandEnd => Plan switch
    {
        { KeepNetwork: true } => Beside,
        { Listen: not null, To: not null } => null,
        { Listen: not null } => Far,
        _ => Near,
    };

    /// <summary>Where a program runs that keeps its ordinary network, and finds the names of <see cref="LinkPlan.Reach"/> in the link; null
    /// without <see cref="LinkPlan.KeepNetwork"/>.</summary>
    public virtual LinkEnd? Beside => null;

    /// <summary>Congestion control of both ends. Null with <see cref="LinkMode.Relay"/>, which uses the machine's setting.</summary>
    public abstract string? Congestion { get; }

    /// <summary>The loopback port outside that is forwarded to the link, or null.</summary>
    public abstract int? ListenPort { get; }

    /// <summary>The port at the far end that receives forwarded connections, or null without forwarding.</summary>
    public abstract int? FarPort { get; }

    /// <summary>Completes when the link ends. Faults with an <see cref="InvalidOperationException"/> if the link broke before it was
    /// disposed.</summary>
    public abstract Task Ended { get; }

    /// <summary>Starts a link.</summary>
    /// <exception cref="LinkUnavailableException">The machine lacks a prerequisite; the exception names it and its remedy.</exception>
    /// <exception cref="LinkPlanException">A port is in use, or the kernel refuses a setting.</exception>
    public static async Task<LinkRun> StartAsync(LinkPlan plan, CancellationToken cancellation) => plan.Mode == LinkMode.Relay
        ? new RelayLinkRun(plan)
        : await PacketLinkRun.StartAsync(plan, cancellation);

    /// <summary>Counters since the start. A relay counts connections only.</summary>
    public abstract Task<LinkCounters> CountersAsync(CancellationToken cancellation);

    /// <summary>Measures the round trip: by packets of its own, without data, and null where the link lost each of them; with
    /// <see cref="LinkMode.Relay"/> by a byte over a connection of its own, the relay's work and that of both sockets included.</summary>
    public abstract Task<TimeSpan?> RoundTripAsync(CancellationToken cancellation);

    /// <summary>Changes delay, jitter, loss, duplication, corruption, rate and queue of the running link. Packets under way arrive when
    /// they were due.</summary>
    /// <param name="change">A preset, which replaces all of them, and what overrides it; without a preset, unset values stay.</param>
    /// <param name="cancellation">Ends the wait for the change.</param>
    /// <exception cref="LinkPlanException">A value is invalid, or the link is a relay, which cannot be changed.</exception>
    public abstract Task ChangeAsync(LinkSpec change, CancellationToken cancellation);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
