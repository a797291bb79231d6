using Fathom.Link.Capture;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>A link from the inside: two ends, the forwarding between them, the ports carried. It owns them all.</summary>
internal sealed class PacketLink : IAsyncDisposable
{
    private readonly LinkEndpoint _near;
    private readonly LinkEndpoint _far;
    private readonly CaptureFile? _capture;
    private readonly Lane _up;
    private readonly Lane _down;
    private readonly Forwarder _forwarder;
    private readonly PortCarrier _carrier;

    private PacketLink(LinkPlan plan, LinkEndpoint near, LinkEndpoint far, PortCarrier carrier, CaptureFile? capture)
    {
        (_near, _far, _carrier, _capture) = (near, far, carrier, capture);
        // A pool for each lane: a flood one way must not take the other's memory.
        _up = new Lane(new LaneEnds(near.Device.Descriptor, far.Device.Descriptor, LinkAddresses.Far4, LinkAddresses.Far6, 0, 1),
            new DirectionEmulator(plan.Up, plan.Seed, "up", plan.Mtu), new PacketPool(plan.Mtu), capture);
        _down = new Lane(new LaneEnds(far.Device.Descriptor, near.Device.Descriptor, LinkAddresses.Near4, LinkAddresses.Near6, 1, 0),
            new DirectionEmulator(plan.Down, plan.Seed, "down", plan.Mtu), new PacketPool(plan.Mtu), capture);
        _forwarder = new Forwarder(_up, _down);
    }

    /// <summary>Ends when the forwarding does, with its fault.</summary>
    public Task Ended => _forwarder.Ended;

    public HostReady Ready => new((int)_near.Space.Handle.DangerousGetHandle(), (int)_far.Space.Handle.DangerousGetHandle(),
        _near.Congestion, _carrier.ListenPort, _carrier.FarPort);

    public LinkCounters Counters => new(_up.Counters.Snapshot(_near.DroppedByDevice()), _down.Counters.Snapshot(_far.DroppedByDevice()),
        _carrier.Counters.Carried, _carrier.Counters.Failures, _carrier.Counters.LastFailure, _capture?.LeftOut ?? 0,
            _capture?.Fault?.Message);

    /// <exception cref="LinkUnavailableException">The machine lacks something.</exception>
    /// <exception cref="LinkPlanException">Something asked for is not accepted.</exception>
    public static async Task<PacketLink> OpenAsync(LinkPlan plan, TimeProvider time)
    {
        var near = LinkEndpoint.Open("near", plan, LinkAddresses.Near4, LinkAddresses.Near6);
        LinkEndpoint? far = null;
        PortCarrier? carrier = null;
        try
        {
            far = LinkEndpoint.Open("far", plan, LinkAddresses.Far4, LinkAddresses.Far6);
            carrier = new PortCarrier(plan, near, far);
            ForwardingRehearsal.Run(plan);
            return new PacketLink(plan, near, far, carrier, OpenCapture(plan, time));
        }
        catch
        {
            if (carrier is not null)
            {
                await carrier.DisposeAsync();
            }

            far?.Dispose();
            near.Dispose();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _carrier.DisposeAsync();
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
