using System.Net.Sockets;
using Fathom.Link.Linux;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link;

/// <summary>A packet-level link. Owns the process inside the namespaces.</summary>
internal sealed class PacketLinkRun : LinkRun
{
    private readonly HostProcess _host;
    private readonly HostReady _ready;

    private PacketLinkRun(LinkPlan plan, string nsenter, HostProcess host, HostReady ready)
        : base(plan)
    {
        (_host, _ready) = (host, ready);
        var six = plan.Family == AddressFamily.InterNetworkV6;
        var (near, far) = six ? (LinkAddresses.Near6, LinkAddresses.Far6) : (LinkAddresses.Near4, LinkAddresses.Far4);
        var environment = new Dictionary<string, string>
        {
            ["FATHOM_LINK_NEAR"] = near.ToString(),
            ["FATHOM_LINK_FAR"] = far.ToString(),
            ["FATHOM_LINK_AT_NEAR"] = FromInside(nsenter, ready.NearDescriptor),
            ["FATHOM_LINK_AT_FAR"] = FromInside(nsenter, ready.FarDescriptor),
        };
        Near = new LinkEnd(near, nsenter, host.HostId, ready.NearDescriptor, environment);
        Beside = plan.KeepNetwork ? new LinkEnd(near, nsenter, host.HostId, null, environment) : null;
        Far = new LinkEnd(far, nsenter, host.HostId, ready.FarDescriptor, environment);
    }

    public override LinkEnd Near { get; }

    public override LinkEnd Far { get; }

    public override LinkEnd? Beside { get; }

    public override string Congestion => _ready.Congestion;

    public override int? ListenPort => _ready.ListenPort;

    public override int? FarPort => _ready.FarPort;

    public override Task Ended => _host.Ended;

    public static new async Task<PacketLinkRun> StartAsync(LinkPlan plan, CancellationToken cancellation)
    {
        var programs = LinkPrograms.Find();
        var (host, ready) = await HostProcess.StartAsync(programs, plan, new HostTimeouts(), cancellation);
        return new PacketLinkRun(plan, programs.Nsenter, host, ready);
    }

    public override Task<LinkCounters> CountersAsync(CancellationToken cancellation) => _host.CountersAsync(cancellation);

    public override Task<TimeSpan?> RoundTripAsync(CancellationToken cancellation) => _host.RoundTripAsync(cancellation);

    public override async Task ChangeAsync(LinkSpec change, CancellationToken cancellation)
    {
        var plan = LinkPlan.Create(Plan.Spec.ChangedBy(change));
        await _host.ChangeAsync(plan.Spec, cancellation);
        Plan = plan;
    }

    public override ValueTask DisposeAsync() => _host.DisposeAsync();

    // In the PID namespace of the link the host is process 1. A shell splits the prefix at blanks: a path with one would not survive it.
    private static string FromInside(string nsenter, int descriptor) =>
        $"{(nsenter.Any(char.IsWhiteSpace) ? "nsenter" : nsenter)} --net=/proc/1/fd/{descriptor} --";
}
