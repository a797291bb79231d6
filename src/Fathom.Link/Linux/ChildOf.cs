using System.Globalization;

namespace Fathom.Link.Linux;

/// <summary>Finds the child of a process in /proc. Inside its PID namespace the child has another process id.</summary>
internal static class ChildOf
{
    /// <summary>The only child of <paramref name="parent"/>, or null without one.</summary>
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
            // The name in brackets may hold any character; state and parent follow it (proc_pid_stat(5)).
            var stat = File.ReadAllText($"/proc/{process}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
                CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user.
            return null;
        }
    }
}
