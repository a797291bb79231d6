using System.Globalization;

namespace Fathom.Link.Linux;

/// <summary>Finds the child of a process in /proc. The child knows only its number inside its PID namespace, and not this one.</summary>
internal static class ChildOf
{
    /// <summary>The only child of <paramref name="parent"/>, or null where it has none (any more).</summary>
    public static int? Find(int parent)
    {
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var process)
                && ParentOf(process) == parent)
            {
                return process;
            }
        }

        return null;
    }

    private static int? ParentOf(int process)
    {
        try
        {
            // The name, in brackets, may hold anything; after it come the state and the parent (proc_pid_stat(5)).
            var stat = File.ReadAllText($"/proc/{process}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
                CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It ended while we looked, or is hidden from this user: not ours.
            return null;
        }
    }
}
