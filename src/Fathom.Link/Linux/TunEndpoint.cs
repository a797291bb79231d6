using System.Net;
using System.Net.Sockets;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>One end of a link, seen from inside: namespace, TUN device and addresses. Owns the namespace and the device.</summary>
internal sealed class TunEndpoint : IDisposable
{
    // The device queues packets before the emulator and must not drop any. tc-netem has the same pitfall with txqueuelen. An entry costs
    // one pointer.
    private const int DeviceQueue = 16384;

    private TunEndpoint(NetworkNamespace space, TunDevice device, string congestion, bool hasIpv6)
    {
        (Space, Device, Congestion, HasIpv6) = (space, device, congestion, hasIpv6);
    }

    public NetworkNamespace Space { get; }

    public TunDevice Device { get; }

    /// <summary>The congestion control in force.</summary>
    public string Congestion { get; }

    public bool HasIpv6 { get; }

    /// <summary>Creates an end.</summary>
    /// <exception cref="LinkUnavailableException">The machine does not permit it.</exception>
    /// <exception cref="LinkPlanException">The kernel refuses a setting.</exception>
    public static TunEndpoint Open(string name, LinkPlan plan, IPAddress address4, IPAddress address6)
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
                    return new TunEndpoint(space, device, TcpSettings.Apply(plan.Congestion), hasIpv6);
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

    /// <summary>Packets that the device dropped before they were read: losses that were not requested.</summary>
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
        var hasIpv6 = plan.Mtu >= LinkPlan.MinMtuForIpv6 && Directory.Exists(Ipv6);
        if (hasIpv6)
        {
            // No generated address and no router discovery: the link carries only the packets of its users.
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
