using System.Net;
using System.Runtime.InteropServices;

namespace Fathom.Link.Linux.Routes;

/// <summary>Routes and rules of the calling thread's namespace, IPv4 (rtnetlink(7), ip-rule(8)).</summary>
internal static class Routing
{
    private const byte Ipv4 = 2;
    private const byte Tcp = 6;
    private const byte MainTable = 254;
    private const byte LocalTable = 255;
    private const byte OfAdministrator = 4;
    private const byte Unicast = 1;
    private const byte Local = 2;
    private const byte ScopeLink = 253;
    private const byte ScopeHost = 254;
    private const byte ToTable = 1;

    /// <summary>Routes addresses to a device.</summary>
    /// <param name="to">The first address.</param>
    /// <param name="prefix">Length of the prefix, bits.</param>
    /// <param name="device">Index of the device.</param>
    /// <param name="source">The address that connections have as their own.</param>
    /// <param name="table">The table; null for the main one.</param>
    public static void ToDevice(IPAddress to, int prefix, int device, IPAddress source, byte? table = null) =>
        Route(to, prefix, table ?? MainTable, ScopeLink, Unicast).With(4, device).With(7, source.GetAddressBytes())
            .Send($"RTM_NEWROUTE({to}/{prefix})");

    /// <summary>Makes addresses those of this namespace, so that sockets may listen on them.</summary>
    /// <param name="to">The first address.</param>
    /// <param name="prefix">Length of the prefix, bits.</param>
    /// <param name="loopback">Index of the loopback device.</param>
    public static void AsOwn(IPAddress to, int prefix, int loopback) =>
        Route(to, prefix, LocalTable, ScopeHost, Local).With(4, loopback).Send($"RTM_NEWROUTE(local {to}/{prefix})");

    /// <summary>Has TCP to one port of an address routed by a table of its own.</summary>
    public static void PortByTable(IPAddress to, int port, byte table, int priority)
    {
        Span<byte> ports = stackalloc byte[4];
        MemoryMarshal.Write(ports, (ushort)port);
        MemoryMarshal.Write(ports[2..], (ushort)port);
        Rule(Netlink.NewRule, 32, table).With(1, to.GetAddressBytes()).With(6, priority).With(22, [Tcp]).With(24, ports)
            .Send($"RTM_NEWRULE({to}, port {port})");
    }

    /// <summary>Lets rules decide before the addresses of this namespace do: their rule is the first of all otherwise.</summary>
    /// <param name="priority">The rule's new place.</param>
    public static void OwnAddressesAfter(int priority)
    {
        Rule(Netlink.NewRule, 0, LocalTable).With(6, priority).Send("RTM_NEWRULE(local)");
        Rule(Netlink.DeleteRule, 0, LocalTable).With(6, 0).Send("RTM_DELRULE(local)");
    }

    // struct rtmsg: family, bits of destination and source, TOS, table, protocol, scope, type, flags.
    private static Netlink Route(IPAddress to, int prefix, byte table, byte scope, byte type) => new Netlink(Netlink.NewRoute,
        [Ipv4, (byte)prefix, 0, 0, table, OfAdministrator, scope, type, 0, 0, 0, 0]).With(1, to.GetAddressBytes());

    // struct fib_rule_hdr: family, bits of destination and source, TOS, table, two reserved, action, flags.
    private static Netlink Rule(ushort kind, byte prefix, byte table) =>
        new(kind, [Ipv4, prefix, 0, 0, table, 0, 0, ToTable, 0, 0, 0, 0]);
}
