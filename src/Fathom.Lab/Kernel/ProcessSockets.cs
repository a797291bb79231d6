using System.Globalization;

namespace Fathom.Lab.Kernel;

/// <summary>The sockets of a process.</summary>
internal static class ProcessSockets
{
    private const string Prefix = "socket:[";

    /// <summary>The numbers of its sockets (proc_pid_fd(5)); null of a process that ended, or that belongs to another user: it has no
    /// descriptors that can be read.</summary>
    public static IReadOnlySet<uint>? InodesOf(int pid) => ProcFiles.List($"/proc/{pid}/fd") is not [_, ..] descriptors ? null
        : descriptors.Select(LinkOf).OfType<string>().Where(l => l.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(l => uint.Parse(l.AsSpan(Prefix.Length, l.Length - Prefix.Length - 1), CultureInfo.InvariantCulture)).ToHashSet();

    private static string? LinkOf(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
