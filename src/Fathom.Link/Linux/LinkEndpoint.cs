using System.Net;
using System.Net.Sockets;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>One end of a link, inside: its namespace, its device, its addresses. It owns the first two.</summary>
internal sealed class LinkEndpoint : IDisposable
{
    // The device's own queue stands before the emulator: it must not drop what the emulator was not asked to drop. tc-netem's users meet
    // the same with txqueuelen. One pointer each.
    private const int DeviceQueue = 16384;

    private LinkEndpoint(NetworkNamespace space, TunDevice device, string congestion, bool hasIpv6)
    {
        (Space, Device, Congestion, HasIpv6) = (space, device, congestion, hasIpv6);
    }

    public NetworkNamespace Space { get; }

    public TunDevice Device { get; }

    /// <summary>The congestion control in force.</summary>
    public string Congestion { get; }

    public bool HasIpv6 { get; }

    /// <summary>Makes an end.</summary>
    /// <exception cref="LinkUnavailableException">The machine does not allow it.</exception>
    /// <exception cref="LinkPlanException">The kernel does not give what was asked for.</exception>
    public static LinkEndpoint Open(string name, LinkPlan plan, IPAddress address4, IPAddress address6)
    {
        var space = new NetworkNamespace(name);
        try
        {
            return space.Run(() =>
            {
                var device = new TunDevice(plan.TunNode);
                try
                {
                    var hasIpv6 = Configure(plan, address4, address6);
                    return new LinkEndpoint(space, device, TcpSettings.Apply(plan.Congestion), hasIpv6);
                }
                catch
                {
                    device.Dispose();
                    throw;
                }
            });
        }
        catch
        {
            space.Dispose();
            throw;
        }
    }

    /// <summary>Packets that the device dropped before they could be read: losses that nobody asked for.</summary>
    public long DroppedByDevice() => Space.Run(() =>
    {
        var line = File.ReadLines("/proc/thread-self/net/dev")
            .First(l => l.TrimStart().StartsWith(TunDevice.Name + ":", StringComparison.Ordinal));
        // Receive has eight columns; of transmit, bytes, packets, errs, drop.
        return long.Parse(line.Split(':')[1].Split(' ', StringSplitOptions.RemoveEmptyEntries)[11],
            System.Globalization.CultureInfo.InvariantCulture);
    });

    public void Dispose()
    {
        Device.Dispose();
        Space.Dispose();
    }

    private static bool Configure(LinkPlan plan, IPAddress address4, IPAddress address6)
    {
        new InterfaceSettings("lo").BringUp();
        var settings = new InterfaceSettings(TunDevice.Name);
        settings.UseMtu(plan.Mtu);
        settings.UseQueueLength(DeviceQueue);
        settings.AddAddress(address4, LinkAddresses.Prefix4);
        const string Ipv6 = "/proc/sys/net/ipv6/conf/" + TunDevice.Name;
        var hasIpv6 = plan.Mtu >= LinkPlan.LeastMtuForIpv6 && Directory.Exists(Ipv6);
        if (hasIpv6)
        {
            // No address of its own making, no router to ask for: the link carries what its users send and nothing else.
            File.WriteAllText(Ipv6 + "/addr_gen_mode", "1");
            File.WriteAllText(Ipv6 + "/accept_ra", "0");
            File.WriteAllText(Ipv6 + "/accept_dad", "0");
        }
        else if (plan.Family == AddressFamily.InterNetworkV6)
        {
            throw new LinkUnavailableException("this kernel has no IPv6", "use --ip 4");
        }

        settings.BringUp();
        if (hasIpv6)
        {
            settings.AddAddress(address6, LinkAddresses.Prefix6);
        }

        return hasIpv6;
    }
}
