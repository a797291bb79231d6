using System.Buffers.Binary;
using System.Diagnostics;
using System.Net;
using System.Runtime.InteropServices;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Forwards a few packets between sockets before the link opens, so that the forwarding code is compiled. Without it the first eleven
/// packets of a 1 ms link were up to 12 ms late.
/// </summary>
internal static class ForwardingWarmUp
{
    // Below the shortest queue of a Unix socket (net.unix.max_dgram_qlen, 10).
    private const int Packets = 8;
    private const int PacketBytes = 256;

    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(2);

    /// <summary>Forwards through the impairments of the plan in virtual time, then through the loop and its thread.</summary>
    /// <param name="plan">The link that is about to open.</param>
    public static void Run(LinkPlan plan)
    {
        foreach (var direction in new[] { plan.Up, plan.Down,
            plan.Up with { Loss = LossModel.None, Duplicate = 1, Corrupt = 1 } }.Distinct())
        {
            RunInVirtualTime(direction, plan);
        }

        RunOnThread(plan);
    }

    private static void RunInVirtualTime(DirectionPlan direction, LinkPlan plan)
    {
        using var near = new PacketSocketPair();
        using var far = new PacketSocketPair();
        var path = PathTo(LinkAddresses.Far4, LinkAddresses.Far6, near, far, direction, plan);
        Send(near);
        path.Receive(Packets + 1);
        for (var i = 0; i < 4 * Packets && path.NextEvent < long.MaxValue; i++)
        {
            path.Deliver(path.NextEvent);
        }
    }

    private static void RunOnThread(LinkPlan plan)
    {
        using var near = new PacketSocketPair();
        using var far = new PacketSocketPair();
        var up = PathTo(LinkAddresses.Far4, LinkAddresses.Far6, near, far, DirectionPlan.Perfect, plan);
        var down = PathTo(LinkAddresses.Near4, LinkAddresses.Near6, far, near, DirectionPlan.Perfect, plan);
        using var forwarder = new Forwarder(up, down);
        Send(near);
        var start = Stopwatch.GetTimestamp();
        while (up.Counters.Snapshot(0).Delivered < Packets && Stopwatch.GetElapsedTime(start) < MaxTime && !forwarder.Ended.IsCompleted)
        {
            Thread.Sleep(1);
        }
    }

    private static PacketPath PathTo(IPAddress to4, IPAddress to6, PacketSocketPair from, PacketSocketPair to, DirectionPlan direction,
        LinkPlan plan) =>
        new(new PacketPathEnds(from.Inside, to.Inside, to4, to6, 0, 1), new DirectionEmulator(direction, plan.Seed, "rehearsal", plan.Mtu),
            new PacketPool(PacketBytes), null, new ConnectionBreaker(null, null));

    private static void Send(PacketSocketPair from)
    {
        Span<byte> packet4 = stackalloc byte[PacketBytes];
        Span<byte> packet6 = stackalloc byte[PacketBytes];
        Write4(packet4);
        Write6(packet6);
        for (var i = 0; i < Packets; i++)
        {
            var packet = i % 2 == 0 ? packet4 : packet6;
            if (SystemCalls.Write(from.Outside, ref packet[0], packet.Length) != packet.Length)
            {
                throw new SystemCallException("write(socketpair)", Marshal.GetLastPInvokeError());
            }
        }
    }

    // The header fields that a path reads: version, length and destination (RFC 791, RFC 8200).
    private static void Write4(Span<byte> packet)
    {
        packet.Clear();
        packet[0] = 0x45;
        BinaryPrimitives.WriteUInt16BigEndian(packet[2..], PacketBytes);
        LinkAddresses.Far4.GetAddressBytes().CopyTo(packet[16..]);
    }

    private static void Write6(Span<byte> packet)
    {
        packet.Clear();
        packet[0] = 0x60;
        BinaryPrimitives.WriteUInt16BigEndian(packet[4..], PacketBytes - 40);
        LinkAddresses.Far6.GetAddressBytes().CopyTo(packet[24..]);
    }
}
