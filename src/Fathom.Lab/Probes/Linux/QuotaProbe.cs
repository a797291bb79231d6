using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Linux;

/// <summary>
/// The limit of processor time of a process's control group, and for how long it stopped the process: <c>cpu.max</c> and
/// <c>cpu.stat</c> of version 2 (microseconds), <c>cpu.cfs_quota_us</c> and <c>cpu.stat</c> of version 1 (nanoseconds). Source:
/// Documentation/admin-guide/cgroup-v2.rst and Documentation/scheduler/sched-bwc.rst of Linux.
/// </summary>
internal sealed class QuotaProbe(int pid, string root = "/sys/fs/cgroup") : IProcProbe
{
    private const string Name = "control-group";
    private const double UsPerMs = 1000;

    private string? _folder;
    private bool _hasGroups;
    private double? _first;
    private double _last;
    private double? _firstPeriods;
    private double _lastPeriods;
    private (double QuotaUs, double PeriodUs)? _limit;

    public void Read()
    {
        var groups = _folder is null ? ProcFiles.Read($"/proc/{pid}/cgroup") : "";
        _hasGroups |= groups is { Length: > 0 };
        _folder ??= FolderOf(groups);
        if (_folder is null)
        {
            return;
        }

        var stat = ProcFiles.Read(Path.Combine(_folder, "cpu.stat"));
        var stopped = ProcFiles.Number(ProcFiles.Value(stat, "throttled_usec")) / 1e3
            ?? ProcFiles.Number(ProcFiles.Value(stat, "throttled_time")) / 1e6;
        _first ??= stopped;
        _last = stopped ?? _last;
        var periods = ProcFiles.Number(ProcFiles.Value(stat, "nr_throttled"));
        _firstPeriods ??= periods;
        _lastPeriods = periods ?? _lastPeriods;
        _limit ??= LimitOf(_folder);
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        // A process without a limit is never stopped by one.
        if (_hasGroups)
        {
            yield return WatchQuantities.Throttled.Seen(_last - (_first ?? 0), Name, watched);
        }

        if (_limit is { } limit)
        {
            yield return WatchQuantities.Quota.Seen(limit.QuotaUs / limit.PeriodUs, Name, watched);
            yield return WatchQuantities.ThrottledPeriods.Seen(
                (_lastPeriods - (_firstPeriods ?? 0)) * limit.PeriodUs / UsPerMs, Name, watched);
        }
    }

    // The group with a limit nearest to the process: of version 2 "0::/PATH", of version 1 "4:cpu,cpuacct:/PATH".
    private string? FolderOf(string? groups)
    {
        var lines = (groups ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split(':', 3)).ToList();
        foreach (var (controller, path) in lines.Where(l => l.Length == 3).Select(l => (l[1], l[2].TrimStart('/')))
            .Where(l => l.Item1.Length == 0 || l.Item1.Split(',').Contains("cpu")))
        {
            string[] places = controller.Length == 0
                ? [Path.Combine(root, path), Path.Combine(root, "unified", path)]
                : [Path.Combine(root, controller, path), Path.Combine(root, "cpu", path)];
            // Within a container the path is that of the host, and the group itself is the root.
            foreach (var place in places.SelectMany(Ancestors))
            {
                if (LimitOf(place) is not null)
                {
                    return place;
                }
            }
        }

        return null;
    }

    private IEnumerable<string> Ancestors(string folder)
    {
        for (var at = folder.TrimEnd('/'); at.Length >= root.Length; at = Path.GetDirectoryName(at)!)
        {
            yield return at;
        }
    }

    private static (double QuotaUs, double PeriodUs)? LimitOf(string folder)
    {
        var (quota, period) = ProcFiles.Read(Path.Combine(folder, "cpu.max"))?.Trim().Split(' ') is [var most, var per]
            ? (ProcFiles.Number(most), ProcFiles.Number(per))
            : (ProcFiles.Number(ProcFiles.Read(Path.Combine(folder, "cpu.cfs_quota_us"))),
                ProcFiles.Number(ProcFiles.Read(Path.Combine(folder, "cpu.cfs_period_us"))));
        return quota is > 0 and var allowed && period is { } length ? (allowed, length) : null;
    }
}
