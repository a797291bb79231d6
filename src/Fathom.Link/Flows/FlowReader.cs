using Fathom.Link.Capture;
using Fathom.Link.Packets;

namespace Fathom.Link.Flows;

/// <summary>Finds the TCP connections in the packets of a link.</summary>
public static class FlowReader
{
    /// <summary>The connections whose SYN is among the packets, in order of start.</summary>
    /// <param name="packets">Captured packets, in order of time.</param>
    public static IReadOnlyList<TcpFlow> Read(IEnumerable<CapturedPacket> packets)
    {
        var flows = new Dictionary<(ushort Near, ushort Far), FlowBuilder>();
        var order = new List<FlowBuilder>();
        foreach (var packet in packets)
        {
            if (!IpPacket.TryRead(packet.Bytes.Span, out var ip) || !TcpSegment.TryRead(ip, out var segment))
            {
                continue;
            }

            var fromFar = packet.AtFarEnd == packet.Sent;
            var key = fromFar ? (segment.DestinationPort, segment.SourcePort) : (segment.SourcePort, segment.DestinationPort);
            if (segment.Flags.HasFlag(TcpFlags.Syn) && !segment.Flags.HasFlag(TcpFlags.Ack) && packet.Sent
                && (!flows.TryGetValue(key, out var known) || known.HasData))
            {
                // The first packet of a connection; ports are reused.
                var started = new FlowBuilder(packet.Time);
                flows[key] = started;
                order.Add(started);
            }

            if (flows.TryGetValue(key, out var flow))
            {
                flow.Add(packet.AtFarEnd, packet.Sent, packet.Time, segment);
            }
        }

        return [.. order.Select(f => f.Build())];
    }
}

/// <summary>Collects the packets of one connection from the view of both ends; the result is the view of the end that sent more
/// data.</summary>
internal sealed class FlowBuilder(long start)
{
    private readonly SenderView _near = new(start);
    private readonly SenderView _far = new(start);

    /// <summary>Whether either end has sent data.</summary>
    public bool HasData => _near.Bytes > 0 || _far.Bytes > 0;

    /// <summary>Adds a packet as captured at one end.</summary>
    public void Add(bool atFarEnd, bool sent, long time, TcpSegment segment)
    {
        var view = atFarEnd ? _far : _near;
        if (sent)
        {
            view.Send(time, segment);
        }
        else
        {
            view.Receive(time, segment);
        }
    }

    public TcpFlow Build() => _far.Bytes > _near.Bytes ? _far.Build(true) : _near.Build(false);
}
