using System.Globalization;

namespace Fathom.Link.Linux;

/// <summary>Finds the child of a process in /proc, and whether it runs. Inside its PID namespace the child has another process
/// id.</summary>
internal static class ChildOf
{
    /// <summary>The only child of <paramref name="parent"/>, or null without one.</summary>
    public static int? Find(int parent) => All().Where(p => ParentOf(p) == parent).Cast<int?>().FirstOrDefault();

    /// <summary>A process beside another in its PID namespace that was started from outside, and whose starter has ended; null without one.
    /// The kernel has made it a child of a process outside.</summary>
    /// <param name="host">The other process.</param>
    /// <param name="starter">The name of the program that starts processes from outside.</param>
    public static int? FindOrphan(int host, string starter) => All().Where(p => p != host && RunsBeside(p, host)
        && ParentOf(p) is { } parent && !RunsBeside(parent, host) && NameOf(parent) != starter).Cast<int?>().FirstOrDefault();

    /// <summary>Whether a process runs in the PID namespace of another. A zombie has ended.</summary>
    public static bool RunsBeside(int process, int other)
    {
        try
        {
            return StatOf(process)[0] != "Z"
                && new FileInfo($"/proc/{process}/ns/pid").LinkTarget is { } space
                && space == new FileInfo($"/proc/{other}/ns/pid").LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended, or its id is another user's process now.
            return false;
        }
    }

    private static IEnumerable<int> All() => Directory.EnumerateDirectories("/proc").Select(folder => int.TryParse(
        Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var process) ? process : 0).Where(p => p > 0);

    private static string? NameOf(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/comm").Trim();
        }
        catch (IOException)
        {
            // The process has ended.
            return null;
        }
    }

    // The name in brackets may hold any character; state and parent follow it (proc_pid_stat(5)).
    private static string[] StatOf(int process)
    {
        var stat = File.ReadAllText($"/proc/{process}/stat");
        return stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
    }

    private static int? ParentOf(int process)
    {
        try
        {
            return int.Parse(StatOf(process)[1], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user.
            return null;
        }
    }
}
