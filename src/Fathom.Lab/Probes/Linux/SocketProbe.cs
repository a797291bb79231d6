using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;
using Fathom.Lab.Kernel;
using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Linux;

/// <summary>TCP connections of a process: its sockets (/proc/PID/fd) among those of its network (/proc/PID/net/tcp), the most that were
/// established at a time, and what it connected to.</summary>
internal sealed class SocketProbe(int pid) : IProcProbe
{
    private const string Name = "sockets";
    private const string Established = "01";
    private const string Connecting = "02";
    private const string Listening = "0A";
    private const int Local = 1;
    private const int Remote = 2;
    private const int State = 3;
    private const int Inode = 9;

    private readonly HashSet<string> _targets = [];
    private double? _most;
    private HashSet<string> _connectingBySix = [];
    private bool _waitsForSix;

    public void Read()
    {
        if (ProcessSockets.InodesOf(pid) is not { Count: > 0 } own)
        {
            return;
        }

        var sockets = new[] { "tcp", "tcp6" }.SelectMany(f => (ProcFiles.Read($"/proc/{pid}/net/{f}") ?? "").Split('\n').Skip(1))
            .Select(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(c => c.Length > Inode && own.Contains(uint.Parse(c[Inode], CultureInfo.InvariantCulture))).ToList();
        _most = Math.Max(_most ?? 0, sockets.Count(c => c[State] == Established));
        // What it accepted has the local port of a listener.
        var listeners = sockets.Where(c => c[State] == Listening).Select(c => c[Local].Split(':')[^1]).ToHashSet();
        _targets.UnionWith(sockets.Where(c => c[State] is Established or Connecting && !listeners.Contains(c[Local].Split(':')[^1]))
            .Select(c => EndPointOf(c[Remote])));
        // One that is still connecting at the next look waits.
        var bySix = sockets.Where(c => c[State] == Connecting && EndPointOf(c[Remote])[0] == '[').Select(c => c[Inode]).ToHashSet();
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

    /// <summary>The address and port of an entry: words of 32 bits in the order of this machine's bytes, and the port.</summary>
    internal static string EndPointOf(string entry)
    {
        var parts = entry.Split(':');
        var bytes = MemoryMarshal.AsBytes<uint>(parts[0].Chunk(8)
            .Select(word => uint.Parse(word, NumberStyles.HexNumber, CultureInfo.InvariantCulture)).ToArray()).ToArray();
        var address = new IPAddress(bytes);
        var port = int.Parse(parts[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return new IPEndPoint(address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address, port).ToString();
    }
}
