using Fathom.Link.Plans;

namespace Fathom.Link;

/// <summary>
/// A link that stands. Whoever started it owns it: disposing it ends the processes at its ends and leaves no namespace, device, socket or
/// process behind, and so does the death of this process, <c>kill -9</c> included.
/// </summary>
public abstract class LinkRun : IAsyncDisposable
{
    private protected LinkRun(LinkPlan plan) => Plan = plan;

    /// <summary>What was asked for.</summary>
    public LinkPlan Plan { get; }

    /// <summary>The end that <see cref="LinkPlan.Listen"/> is carried in at; null with <see cref="LinkMode.Relay"/>, which has no
    /// ends.</summary>
    public abstract LinkEnd? Near { get; }

    /// <summary>The end that <see cref="LinkPlan.To"/> is carried out from; null with <see cref="LinkMode.Relay"/>.</summary>
    public abstract LinkEnd? Far { get; }

    /// <summary>The end that a command belongs to: the one that is not carried. Null where both are, or with
    /// <see cref="LinkMode.Relay"/>.</summary>
    public LinkEnd? CommandEnd => Plan switch
    {
        { Listen: not null, To: not null } => null,
        { Listen: not null } => Far,
        _ => Near,
    };

    /// <summary>The congestion control of both ends; null with <see cref="LinkMode.Relay"/>, where it is the machine's own.</summary>
    public abstract string? Congestion { get; }

    /// <summary>The port on loopback outside that is carried in, or null.</summary>
    public abstract int? ListenPort { get; }

    /// <summary>The port at the far end that carried connections arrive at, or null where nothing is carried.</summary>
    public abstract int? FarPort { get; }

    /// <summary>Ends with the link: well when it was disposed, else with an <see cref="InvalidOperationException"/> that says what
    /// broke.</summary>
    public abstract Task Ended { get; }

    /// <summary>Makes the link.</summary>
    /// <exception cref="LinkUnavailableException">This machine lacks what it needs: reason and remedy.</exception>
    /// <exception cref="LinkPlanException">A port is taken, or the kernel does not give what was asked for.</exception>
    public static async Task<LinkRun> StartAsync(LinkPlan plan, CancellationToken cancellation) => plan.Mode == LinkMode.Relay
        ? new RelayLinkRun(plan, TimeProvider.System)
        : await PacketLinkRun.StartAsync(plan, cancellation);

    /// <summary>What the link has done so far. A relay counts connections only.</summary>
    public abstract Task<LinkCounters> CountersAsync(CancellationToken cancellation);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
