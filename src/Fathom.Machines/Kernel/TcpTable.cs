using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;

namespace Fathom.Machines.Kernel;

/// <summary>The sockets of a network as <c>/proc/PID/net/tcp</c>, <c>tcp6</c>, <c>udp</c> and <c>udp6</c> list them (proc(5)), without
/// what the kernel counts.</summary>
internal static class TcpTable
{
    private const int Local = 1;
    private const int Remote = 2;
    private const int State = 3;
    private const int Inode = 9;
    private const int Drops = 12;

    /// <summary>The TCP sockets of the network that a process has; none where it cannot be read.</summary>
    public static IEnumerable<TcpConnection> OfNetworkOf(int pid) => Read(pid, "tcp", "tcp6");

    /// <summary>Its UDP sockets that have one far end, as those have that ask and await an answer; none where it cannot be read.</summary>
    public static IEnumerable<TcpConnection> DatagramsOf(int pid) =>
        Read(pid, "udp", "udp6").Where(s => s.State == TcpConnectionState.Established);

    /// <summary>What was dropped of what came to each of its UDP sockets; none where it cannot be read.</summary>
    public static IEnumerable<(uint Inode, double Dropped)> DroppedDatagramsOf(int pid) => new[] { "udp", "udp6" }
        .SelectMany(f => Lines(ProcFiles.Read($"/proc/{pid}/net/{f}") ?? "")).Where(c => c.Length > Drops)
        .Select(c => (InodeOf(c), ProcFiles.Number(c[Drops]) ?? 0));

    /// <summary>The sockets of a file; a line that is none is left out.</summary>
    internal static IEnumerable<TcpConnection> Parse(string file) =>
        Lines(file).Select(c => new TcpConnection(InodeOf(c), StateOf(c[State]), EndPointOf(c[Local]), EndPointOf(c[Remote])));

    /// <summary>The address and port of an entry: words of 32 bits in the order of this machine's bytes, and the port.</summary>
    internal static IPEndPoint EndPointOf(string entry)
    {
        var parts = entry.Split(':');
        var bytes = MemoryMarshal.AsBytes<uint>(parts[0].Chunk(8)
            .Select(word => uint.Parse(word, NumberStyles.HexNumber, CultureInfo.InvariantCulture)).ToArray());
        return new IPEndPoint(new IPAddress(bytes), int.Parse(parts[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
    }

    private static IEnumerable<TcpConnection> Read(int pid, params string[] files) =>
        files.SelectMany(f => Parse(ProcFiles.Read($"/proc/{pid}/net/{f}") ?? ""));

    private static IEnumerable<string[]> Lines(string file) => file.Split('\n').Skip(1)
        .Select(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(c => c.Length > Inode);

    private static uint InodeOf(string[] columns) => uint.Parse(columns[Inode], CultureInfo.InvariantCulture);

    private static TcpConnectionState StateOf(string entry) =>
        (TcpConnectionState)byte.Parse(entry, NumberStyles.HexNumber, CultureInfo.InvariantCulture) is var state && Enum.IsDefined(state)
            ? state : TcpConnectionState.Other;
}
