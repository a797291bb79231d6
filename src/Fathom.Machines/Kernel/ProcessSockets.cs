using System.Globalization;
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
    public static IReadOnlyList<TcpConnection>? TcpOf(int pid) =>
        InodesOf(pid) is { } own ? [.. TcpBeside(pid).Where(c => own.Contains(c.Inode))] : null;

    /// <summary>The TCP sockets of all processes of its network.</summary>
    internal static IEnumerable<TcpConnection> TcpBeside(int pid) =>
        (NetworkOf(pid) is { } network && network == LinkOf("/proc/self/ns/net") ? SocketDiagnostics.Read() : null)
            ?? TcpTable.OfNetworkOf(pid);

    /// <summary>Its network: that of a container is another (namespaces(7)). Null of a process that ended, or that belongs to another user.
    /// </summary>
    internal static string? NetworkOf(int pid) => LinkOf($"/proc/{pid}/ns/net");

    /// <summary>The numbers of its sockets (proc_pid_fd(5)); null of a process that ended, or that belongs to another user: it has no
    /// descriptors that can be read.</summary>
    internal static IReadOnlySet<uint>? InodesOf(int pid) => ProcFiles.List($"/proc/{pid}/fd") is not [_, ..] descriptors ? null
        : descriptors.Select(LinkOf).OfType<string>().Where(l => l.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(l => uint.Parse(l.AsSpan(Prefix.Length, l.Length - Prefix.Length - 1), CultureInfo.InvariantCulture)).ToHashSet();

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
