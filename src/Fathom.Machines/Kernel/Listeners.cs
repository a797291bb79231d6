using System.Globalization;
using System.Net;

namespace Fathom.Machines.Kernel;

/// <summary>The processes of this machine that accept connections.</summary>
public static class Listeners
{
    /// <summary>The processes that accept connections at an address of this machine: one, or several that share it, as the workers of a
    /// proxy do; empty where none is found, or they belong to another user.</summary>
    /// <param name="address">An address of this machine.</param>
    /// <param name="port">The port.</param>
    public static IReadOnlyList<int> Of(IPAddress address, int port)
    {
        var listening = (SocketDiagnostics.Read() ?? [])
            .Where(s => s.State == TcpConnectionState.Listening && Accepts(s.Local, address, port)).ToList();
        // What listens at the very address accepts before what listens at all of them.
        var exact = listening.FindAll(s => IsSame(s.Local.Address, address));
        var sockets = (exact.Count > 0 ? exact : listening).Select(s => s.Inode).ToHashSet();
        return sockets.Count == 0 ? [] : [.. Processes().Where(p => ProcessSockets.InodesOf(p)?.Overlaps(sockets) == true)];
    }

    // One at the unspecified address of IPv6 accepts IPv4 as well (RFC 4291, section 2.5.5.2).
    private static bool Accepts(IPEndPoint local, IPAddress address, int port) => local.Port == port
        && (local.Address.Equals(IPAddress.Any) || local.Address.Equals(IPAddress.IPv6Any) || IsSame(local.Address, address));

    private static bool IsSame(IPAddress local, IPAddress address) => local.MapToIPv6().Equals(address.MapToIPv6());

    private static IEnumerable<int> Processes() => ProcFiles.List("/proc").Select(f => Path.GetFileName(f))
        .Where(n => n.All(char.IsAsciiDigit)).Select(n => int.Parse(n, CultureInfo.InvariantCulture));
}
