using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>
/// The limit of processor time of a process's control group, and for how long it stopped the process: <c>cpu.max</c> and
/// <c>cpu.stat</c> of version 2 (microseconds), <c>cpu.cfs_quota_us</c> and <c>cpu.stat</c> of version 1 (nanoseconds). Source:
/// Documentation/admin-guide/cgroup-v2.rst and Documentation/scheduler/sched-bwc.rst of Linux.
/// </summary>
/// <param name="pid">The process.</param>
/// <param name="groups">Its groups, the nearest first; null for those that the kernel names.</param>
internal sealed class QuotaProbe(int pid, IReadOnlyList<string>? groups = null) : IProcProbe
{
    private const string Name = "control-group";
    private const double UsPerMs = 1000;

    private readonly string _mounts = ProcessorGroups.Mounts();
    private string? _folder;
    private bool _hasGroups;
    private double? _first;
    private double _last;
    private double? _firstPeriods;
    private double _lastPeriods;
    private (double QuotaUs, double PeriodUs)? _limit;

    public void Read()
    {
        _folder ??= FindLimited();
        if (_folder is null)
        {
            return;
        }

        var stat = ProcFiles.Read(Path.Combine(_folder, "cpu.stat"));
        var stopped = ProcessorGroups.ThrottledMsIn(stat);
        _first ??= stopped;
        _last = stopped ?? _last;
        var periods = ProcFiles.Number(ProcFiles.Value(stat, "nr_throttled"));
        _firstPeriods ??= periods;
        _lastPeriods = periods ?? _lastPeriods;
        _limit ??= ProcessorGroups.LimitOf(_folder);
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

    // The group with a limit nearest to the process, which may enter it after it was started.
    private string? FindLimited()
    {
        var named = ProcFiles.Read($"/proc/{pid}/cgroup") ?? "";
        _hasGroups |= named.Length > 0;
        return (groups ?? ProcessorGroups.Of(named, _mounts)).FirstOrDefault(g => ProcessorGroups.LimitOf(g) is not null);
    }
}
