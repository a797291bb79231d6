using System.Net;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux.Routes;

/// <summary>
/// Leads what a program at the near end connects to through the link, by routes alone: no address or port of a packet is changed. A name
/// has an address of its own in the link, an address outside stays the same, and of 127.0.0.1 only the ports that were named leave the near
/// end. The far end has all of these addresses as its own.
/// </summary>
internal static class ReachRoutes
{
    private const byte LoopbackTable = 100;
    private const int FirstPriority = 10;
    private const int PriorityOfOwn = 30_000;
    private const int WholeAddress = 32;

    /// <summary>Sets the routes of both ends.</summary>
    /// <exception cref="SystemCallException">The kernel refuses.</exception>
    public static void Set(IReadOnlyList<ReachTarget> targets, TunEndpoint near, TunEndpoint far)
    {
        if (targets.Count > 0)
        {
            near.Space.Run(() => SetNear(targets));
            far.Space.Run(() => SetFar(targets));
        }
    }

    private static void SetNear(IReadOnlyList<ReachTarget> targets)
    {
        var device = new InterfaceSettings(TunDevice.Name).Index();
        AllowLoopback();
        foreach (var address in targets.Select(t => t.Inside).Distinct())
        {
            Routing.ToDevice(address, WholeAddress, device, LinkAddresses.Near4, IPAddress.IsLoopback(address) ? LoopbackTable : null);
        }

        var ports = targets.Where(t => IPAddress.IsLoopback(t.Inside)).ToList();
        if (ports.Count > 0)
        {
            foreach (var (index, target) in ports.Index())
            {
                Routing.PortByTable(target.Inside, target.To.Port, LoopbackTable, FirstPriority + index);
            }

            Routing.OwnAddressesAfter(PriorityOfOwn);
        }
    }

    private static void SetFar(IReadOnlyList<ReachTarget> targets)
    {
        var loopback = new InterfaceSettings("lo").Index();
        AllowLoopback();
        foreach (var address in targets.Select(t => t.Inside).Where(a => !IPAddress.IsLoopback(a)).Distinct())
        {
            Routing.AsOwn(address, WholeAddress, loopback);
        }
    }

    // The kernel otherwise drops packets to and from 127.0.0.0/8 on other devices than loopback (ip-sysctl, route_localnet).
    private static void AllowLoopback() => File.WriteAllText($"/proc/sys/net/ipv4/conf/{TunDevice.Name}/route_localnet", "1");
}
