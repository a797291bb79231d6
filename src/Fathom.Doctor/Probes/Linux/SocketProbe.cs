using System.Net;
using System.Net.Sockets;
using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>TCP connections of a process: the most that were established at a time, and what it connected to.</summary>
internal sealed class SocketProbe : ISocketProbe
{
    private const string Name = "sockets";

    private readonly HashSet<string> _targets = [];
    private double? _most;
    private HashSet<uint> _connectingBySix = [];
    private bool _waitsForSix;

    public void Look(IReadOnlyList<TcpConnection> sockets)
    {
        _most = Math.Max(_most ?? 0, sockets.Count(s => s.State == TcpConnectionState.Established));
        // What it accepted has the local port of a listener.
        var listeners = sockets.Where(s => s.State == TcpConnectionState.Listening).Select(s => s.Local.Port).ToHashSet();
        _targets.UnionWith(sockets
            .Where(s => s.State is TcpConnectionState.Established or TcpConnectionState.Connecting && !listeners.Contains(s.Local.Port))
            .Select(s => Plain(s.Remote).ToString()));
        // One that is still connecting at the next look waits.
        var bySix = sockets.Where(s => s.State == TcpConnectionState.Connecting
            && Plain(s.Remote).AddressFamily == AddressFamily.InterNetworkV6).Select(s => s.Inode).ToHashSet();
        _waitsForSix |= bySix.Overlaps(_connectingBySix);
        _connectingBySix = bySix;
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        if (_most is { } most)
        {
            yield return WatchQuantities.OpenSockets.Seen(most, Name, watched);
        }

        if (_waitsForSix)
        {
            yield return WatchQuantities.WaitsForIPv6.Seen(true, Name, watched);
        }

        if (_targets.Count > 0)
        {
            yield return WatchQuantities.Targets.Seen(string.Join(' ', _targets.Order(StringComparer.Ordinal)), Name, watched);
        }
    }

    // A socket of IPv6 reaches addresses of IPv4 as well (RFC 4291, section 2.5.5.2).
    private static IPEndPoint Plain(IPEndPoint end) =>
        end.Address.IsIPv4MappedToIPv6 ? new IPEndPoint(end.Address.MapToIPv4(), end.Port) : end;
}
