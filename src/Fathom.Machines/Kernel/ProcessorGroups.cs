namespace Fathom.Machines.Kernel;

/// <summary>
/// The control groups from which a process inherits limits of processor time. Source: cgroups(7), and proc_pid_mountinfo(5) for where they
/// are mounted.
/// </summary>
public static class ProcessorGroups
{
    private const string Controller = "cpu";

    /// <summary>Those of this process, and of what it starts.</summary>
    public static IReadOnlyList<string> Own() =>
        Of(ProcFiles.Read("/proc/self/cgroup") ?? "", Mounts());

    /// <summary>Where this process sees groups: its <c>/proc/self/mountinfo</c>; empty elsewhere than on Linux.</summary>
    public static string Mounts() => ProcFiles.Read("/proc/self/mountinfo") ?? "";

    /// <summary>Those of a process.</summary>
    /// <param name="groups">Its <c>/proc/PID/cgroup</c>: of version 1 <c>4:cpu,cpuacct:/PATH</c>, of version 2 <c>0::/PATH</c>.</param>
    /// <param name="mounts">See <see cref="Mounts"/>.</param>
    /// <returns>The folders: the process's own group first, the topmost that can be seen last. Empty where groups are not
    /// mounted.</returns>
    public static IReadOnlyList<string> Of(string groups, string mounts)
    {
        var lines = groups.Split('\n').Select(l => l.Split(':', 3)).Where(l => l.Length == 3).ToList();
        // Both versions may be mounted: a controller is then in one of them, and version 1 names it.
        var first = lines.Find(l => l[1].Split(',').Contains(Controller));
        var path = (first ?? lines.Find(l => l[1].Length == 0))?[2];
        var mount = mounts.Split('\n').Select(Mount.Read).OfType<Mount>().FirstOrDefault(m => first is null
            ? m.Type == "cgroup2"
            : m.Type == "cgroup" && m.Options.Split(',').Contains(Controller));
        return path is null || mount is null ? [] : [.. FromTo(mount.FolderOf(path), mount.Point)];
    }

    /// <summary>The limit of a group itself, and the length of its periods, us; null for a group without one, which has
    /// <c>max 100000</c> in version 2 and <c>-1</c> in version 1.</summary>
    public static (double QuotaUs, double PeriodUs)? LimitOf(string folder)
    {
        var (quota, period) = ProcFiles.Read(Path.Combine(folder, "cpu.max"))?.Trim().Split(' ') is [var most, var per]
            ? (ProcFiles.Number(most), ProcFiles.Number(per))
            : (ProcFiles.Number(ProcFiles.Read(Path.Combine(folder, "cpu.cfs_quota_us"))),
                ProcFiles.Number(ProcFiles.Read(Path.Combine(folder, "cpu.cfs_period_us"))));
        return quota is > 0 and var allowed && period is { } length ? (allowed, length) : null;
    }

    /// <summary>The time for which the limit of a group stopped its processes since it was made, ms: <c>throttled_usec</c> of version 2,
    /// <c>throttled_time</c> of version 1, which counts each processor; null where it is not counted.</summary>
    public static double? ThrottledMsOf(string folder) => ThrottledMsIn(ProcFiles.Read(Path.Combine(folder, "cpu.stat")));

    /// <summary>The same of the text of its <c>cpu.stat</c>.</summary>
    public static double? ThrottledMsIn(string? stat) => ProcFiles.Number(ProcFiles.Value(stat, "throttled_usec")) / 1e3
        ?? ProcFiles.Number(ProcFiles.Value(stat, "throttled_time")) / 1e6;

    private static IEnumerable<string> FromTo(string folder, string top)
    {
        for (var at = folder; at.Length > top.Length; at = Path.GetDirectoryName(at)!)
        {
            yield return at;
        }

        yield return top;
    }

    private sealed record Mount(string Root, string Point, string Type, string Options)
    {
        private const int RootField = 3;

        // "31 23 0:28 ROOT POINT OPTIONS [FIELDS] - TYPE SOURCE OPTIONS"
        public static Mount? Read(string line) =>
            line.Split(" - ", 2) is [var left, var right] && left.Split(' ') is { Length: > RootField + 1 } place
                && right.Split(' ') is [var type, _, var options, ..]
                ? new Mount(place[RootField], place[RootField + 1], type, options)
                : null;

        // Within a container the path can be that of the host: what is mounted is then the group itself.
        public string FolderOf(string path)
        {
            var root = Root.TrimEnd('/');
            return path.StartsWith(root + "/", StringComparison.Ordinal) && !path.Contains("/..", StringComparison.Ordinal)
                ? (Point + path[root.Length..]).TrimEnd('/')
                : Point;
        }
    }
}
