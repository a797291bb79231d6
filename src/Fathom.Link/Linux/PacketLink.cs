using Fathom.Link.Capture;
using Fathom.Link.Impairments;
using Fathom.Link.Linux.Routes;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>A link, seen from inside: two ends, the packet forwarding between them, the forwarded ports. Owns all of them.</summary>
internal sealed class PacketLink : IAsyncDisposable
{
    private readonly TunEndpoint _near;
    private readonly TunEndpoint _far;
    private readonly CaptureFile? _capture;
    private readonly PacketPath _up;
    private readonly PacketPath _down;
    private readonly ConnectionBreaker _breaker;
    private readonly Forwarder _forwarder;
    private readonly PortForwarder _ports;
    private LinkPlan _plan;

    private PacketLink(LinkPlan plan, TunEndpoint near, TunEndpoint far, PortForwarder ports, CaptureFile? capture)
    {
        (_near, _far, _ports, _capture, _plan) = (near, far, ports, capture, plan);
        // A pool per path: a flood in one direction must not exhaust the memory of the other.
        _breaker = new ConnectionBreaker(plan.Up.Break, plan.Down.Break);
        _up = new PacketPath(
            new PacketPathEnds(near.Device.Descriptor, far.Device.Descriptor, LinkAddresses.Far4, LinkAddresses.Far6, 0, 1,
                [.. plan.Reach.Select(t => t.Inside).Distinct()]),
            new DirectionEmulator(plan.Up, plan.Seed, "up", plan.Mtu), new PacketPool(plan.Mtu), capture, _breaker);
        _down = new PacketPath(
            new PacketPathEnds(far.Device.Descriptor, near.Device.Descriptor, LinkAddresses.Near4, LinkAddresses.Near6, 1, 0),
            new DirectionEmulator(plan.Down, plan.Seed, "down", plan.Mtu), new PacketPool(plan.Mtu), capture, _breaker);
        (_up.Opposite, _down.Opposite) = (_down, _up);
        _forwarder = new Forwarder(_up, _down);
    }

    /// <summary>The time of a packet to the far end and back, by the answer of its kernel to a connection that nothing listens for. Null
    /// where each probe was lost.</summary>
    public Task<TimeSpan?> RoundTripAsync() => RoundTripProbe.MeasureAsync(_near, _plan);

    /// <summary>Puts the impairments of another plan in force, for packets that come from now on.</summary>
    public async Task ChangeAsync(LinkPlan plan)
    {
        await _forwarder.InvokeAsync(() =>
        {
            _up.Change(plan.Up);
            _down.Change(plan.Down);
            _breaker.Change(plan.Up.Break, plan.Down.Break);
        });
        _plan = plan;
    }

    /// <summary>Completes or faults with the forwarding.</summary>
    public Task Ended => _forwarder.Ended;

    public HostReady Ready => new((int)_near.Space.Handle.DangerousGetHandle(), (int)_far.Space.Handle.DangerousGetHandle(),
        _near.Congestion, _ports.ListenPort, _ports.FarPort);

    public LinkCounters Counters => new(_up.Counters.Snapshot(_near.DroppedByDevice()), _down.Counters.Snapshot(_far.DroppedByDevice()),
        _ports.Counters.Forwarded, _ports.Counters.Failures, _ports.Counters.LastFailure, _capture?.Omitted ?? 0,
            _capture?.Fault?.Message);

    /// <exception cref="LinkUnavailableException">A prerequisite is missing.</exception>
    /// <exception cref="LinkPlanException">The spec is invalid.</exception>
    public static async Task<PacketLink> OpenAsync(LinkPlan plan, TimeProvider time)
    {
        var near = TunEndpoint.Open("near", plan, LinkAddresses.Near4, LinkAddresses.Near6);
        TunEndpoint? far = null;
        PortForwarder? ports = null;
        try
        {
            far = TunEndpoint.Open("far", plan, LinkAddresses.Far4, LinkAddresses.Far6);
            ReachRoutes.Set(plan.Reach, near, far);
            ports = new PortForwarder(plan, near, far);
            PrivateHosts.Install(plan, ports.Beside);
            ForwardingWarmUp.Run(plan);
            return new PacketLink(plan, near, far, ports, OpenCapture(plan, time));
        }
        catch
        {
            if (ports is not null)
            {
                await ports.DisposeAsync();
            }

            far?.Dispose();
            near.Dispose();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _ports.DisposeAsync();
        _forwarder.Dispose();
        _capture?.Dispose();
        _near.Dispose();
        _far.Dispose();
    }

    private static CaptureFile? OpenCapture(LinkPlan plan, TimeProvider time)
    {
        try
        {
            return plan.Capture is null ? null : new CaptureFile(plan.Capture, ["near", "far"], plan.Mtu, time);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new LinkPlanException(
                [new("--capture", plan.Capture, $"is not accepted, {e.Message}; accepted: the path of a file to write")]);
        }
    }
}
