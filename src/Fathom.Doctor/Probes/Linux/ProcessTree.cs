using System.Globalization;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>A process and those that it started.</summary>
internal static class ProcessTree
{
    private const int Parent = 1;

    /// <summary>The process, then its children, then theirs.</summary>
    public static IReadOnlyList<int> Of(int pid) => Of([pid]);

    /// <summary>The processes, each once, then their children, then theirs.</summary>
    public static IReadOnlyList<int> Of(IReadOnlyList<int> pids)
    {
        if (!OperatingSystem.IsLinux())
        {
            return pids;
        }

        var children = ProcFiles.List("/proc").Select(Path.GetFileName)
            .Select(n => int.TryParse(n, CultureInfo.InvariantCulture, out var id) ? id : 0).Where(id => id > 0)
            .ToLookup(ParentOf);
        List<int> found = [.. pids];
        for (var i = 0; i < found.Count; i++)
        {
            found.AddRange(children[found[i]].Except(found));
        }

        return found;
    }

    private static int ParentOf(int pid) =>
        int.TryParse(ProcFiles.Stat(pid).ElementAtOrDefault(Parent), CultureInfo.InvariantCulture, out var id) ? id : 0;
}
