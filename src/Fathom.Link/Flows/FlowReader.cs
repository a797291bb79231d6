using Fathom.Link.Capture;
using Fathom.Link.Packets;

namespace Fathom.Link.Flows;

/// <summary>Finds the TCP connections in a link's packets.</summary>
public static class FlowReader
{
    /// <summary>The connections whose beginning is among the packets, in the order in which they began.</summary>
    /// <param name="packets">What a link captured, in order of time.</param>
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
                // The first packet of a connection; a port may be used again.
                var begun = new FlowBuilder(packet.Time);
                flows[key] = begun;
                order.Add(begun);
            }

            if (flows.TryGetValue(key, out var flow))
            {
                flow.Add(packet.AtFarEnd, packet.Sent, packet.Time, segment);
            }
        }

        return [.. order.Select(f => f.Build())];
    }
}
