using System.Globalization;
using System.Net;

namespace Fathom.Machines.Kernel;

/// <summary>The processes of this machine that accept connections.</summary>
public static class Listeners
{
    /// <summary>The process that accepts connections at an address of this machine; null where none is found, several share the port, or
    /// it belongs to another user.</summary>
    /// <param name="address">An address of this machine.</param>
    /// <param name="port">The port.</param>
    public static int? Of(IPAddress address, int port)
    {
        var sockets = (SocketDiagnostics.Read() ?? [])
            .Where(s => s.State == TcpConnectionState.Listening && Accepts(s.Local, address, port)).Select(s => s.Inode).ToHashSet();
        return sockets.Count == 0 ? null
            : Processes().Where(p => ProcessSockets.InodesOf(p)?.Overlaps(sockets) == true).Take(2).ToList() is [var only] ? only
            : null;
    }

    // One at the unspecified address of IPv6 accepts IPv4 as well (RFC 4291, section 2.5.5.2).
    private static bool Accepts(IPEndPoint local, IPAddress address, int port) => local.Port == port
        && (local.Address.Equals(IPAddress.Any) || local.Address.Equals(IPAddress.IPv6Any)
            || local.Address.MapToIPv6().Equals(address.MapToIPv6()));

    private static IEnumerable<int> Processes() => ProcFiles.List("/proc").Select(f => Path.GetFileName(f))
        .Where(n => n.All(char.IsAsciiDigit)).Select(n => int.Parse(n, CultureInfo.InvariantCulture));
}
