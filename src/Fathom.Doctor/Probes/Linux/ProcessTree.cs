using System.Globalization;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>A process and those that it started.</summary>
internal static class ProcessTree
{
    private const int Parent = 1;

    /// <summary>The process, then its children, then theirs.</summary>
    public static IReadOnlyList<int> Of(int pid)
    {
        if (!OperatingSystem.IsLinux())
        {
            return [pid];
        }

        var children = ProcFiles.List("/proc").Select(Path.GetFileName)
            .Select(n => int.TryParse(n, CultureInfo.InvariantCulture, out var id) ? id : 0).Where(id => id > 0)
            .ToLookup(ParentOf);
        List<int> found = [pid];
        for (var i = 0; i < found.Count; i++)
        {
            found.AddRange(children[found[i]].Except(found));
        }

        return found;
    }

    private static int ParentOf(int pid) =>
        int.TryParse(ProcFiles.Stat(pid).ElementAtOrDefault(Parent), CultureInfo.InvariantCulture, out var id) ? id : 0;
}
