using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Machines.Kernel;

/// <summary>The sockets of a process.</summary>
public static partial class ProcessSockets
{
    private const string Prefix = "socket:[";
    private const int LongestLink = 1024;

    /// <summary>Its TCP sockets, with what the kernel counts where it has this process's network; null of a process that ended, or that
    /// belongs to another user.</summary>
    public static IReadOnlyList<TcpConnection>? TcpOf(int pid)
    {
        if (InodesOf(pid) is not { } own)
        {
            return null;
        }

        var all = SharesNetwork(pid) ? SocketDiagnostics.Read() : null;
        return [.. (all ?? TcpTable.OfNetworkOf(pid)).Where(c => own.Contains(c.Inode))];
    }

    /// <summary>The far ends of its UDP sockets that have one; none of a process that ended, or that belongs to another user.</summary>
    public static IReadOnlyList<IPEndPoint> DatagramPeersOf(int pid) => InodesOf(pid) is not { } own ? []
        : [.. TcpTable.DatagramsOf(pid).Where(s => own.Contains(s.Inode)).Select(s => s.Remote)];

    /// <summary>The numbers of its sockets (proc_pid_fd(5)); null of a process that ended, or that belongs to another user: it has no
    /// descriptors that can be read.</summary>
    internal static IReadOnlySet<uint>? InodesOf(int pid) => ProcFiles.List($"/proc/{pid}/fd") is not [_, ..] descriptors ? null
        : descriptors.Select(LinkOf).OfType<string>().Where(l => l.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(l => uint.Parse(l.AsSpan(Prefix.Length, l.Length - Prefix.Length - 1), CultureInfo.InvariantCulture)).ToHashSet();

    // The network of a container is another (namespaces(7)).
    private static bool SharesNetwork(int pid) => LinkOf($"/proc/{pid}/ns/net") is { } network && network == LinkOf("/proc/self/ns/net");

    // One call of the kernel where FileInfo.LinkTarget makes three, for each of the hundred descriptors of a .NET process.
    internal static string? LinkOf(string path)
    {
        Span<byte> target = stackalloc byte[LongestLink];
        var length = (int)ReadLink(path, ref target[0], target.Length);
        return length < 0 ? null : Encoding.UTF8.GetString(target[..length]);
    }

    [LibraryImport("libc", EntryPoint = "readlink", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint ReadLink(string path, ref byte target, nint length);
}
