using Fathom.Link.Capture;
using Fathom.Link.Impairments;
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
    private readonly Forwarder _forwarder;
    private readonly PortForwarder _ports;

    private PacketLink(LinkPlan plan, TunEndpoint near, TunEndpoint far, PortForwarder ports, CaptureFile? capture)
    {
        (_near, _far, _ports, _capture) = (near, far, ports, capture);
        // A pool per path: a flood in one direction must not exhaust the memory of the other.
        _up = new PacketPath(
            new PacketPathEnds(near.Device.Descriptor, far.Device.Descriptor, LinkAddresses.Far4, LinkAddresses.Far6, 0, 1),
            new DirectionEmulator(plan.Up, plan.Seed, "up", plan.Mtu), new PacketPool(plan.Mtu), capture);
        _down = new PacketPath(
            new PacketPathEnds(far.Device.Descriptor, near.Device.Descriptor, LinkAddresses.Near4, LinkAddresses.Near6, 1, 0),
            new DirectionEmulator(plan.Down, plan.Seed, "down", plan.Mtu), new PacketPool(plan.Mtu), capture);
        _forwarder = new Forwarder(_up, _down);
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
            ports = new PortForwarder(plan, near, far);
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
                [$"--capture: '{plan.Capture}' is not accepted, {e.Message}; accepted: the path of a file to write"]);
        }
    }
}
