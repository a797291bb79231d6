namespace Fathom.Machines.Kernel;

/// <summary>The time of a process on processors, and its waits for them.</summary>
public static class ProcessProcessors
{
    // USER_HZ is 100 on every architecture that .NET runs on. Of proc_pid_stat(5): minflt, field 10; utime, field 14, with stime behind it;
    // cutime, field 16, with cstime.
    private const double TicksPerSecond = 100;
    private const int PageFaults = 7;
    private const int UserTime = 11;
    private const int ChildrenUserTime = 13;

    /// <summary>Its time on processors since it started, s; null of a process that ended.</summary>
    public static double? TimeOf(int pid) => Seconds(pid, UserTime);

    /// <summary>The part of it in the kernel, s; null of a process that ended.</summary>
    public static double? KernelTimeOf(int pid) => Field(StatOf(pid), UserTime + 1) / TicksPerSecond;

    /// <summary>How often it touched memory that it had no page for and got one without reading a disk; null of a process that ended.
    /// </summary>
    public static double? PageFaultsOf(int pid) => Field(StatOf(pid), PageFaults);

    /// <summary>The time in which its threads that still run could run and had no processor, ms (/proc/PID/task/TID/schedstat, the second
    /// figure; Documentation/scheduler/sched-stats.rst); null of a process that ended.</summary>
    public static double? WaitOf(int pid)
    {
        const double NanosecondsPerMs = 1e6;
        var waits = ProcFiles.List($"/proc/{pid}/task")
            .Select(t => ProcFiles.Number(ProcFiles.Read($"{t}/schedstat")?.Split(' ').ElementAtOrDefault(1))).OfType<double>().ToList();
        return waits.Count == 0 ? null : waits.Sum() / NanosecondsPerMs;
    }

    /// <summary>Processor time of all children of this process that have ended, and of theirs, s; null elsewhere than on Linux.</summary>
    public static double? TimeOfEndedChildren() => Seconds(Environment.ProcessId, ChildrenUserTime);

    private static double? Seconds(int pid, int field)
    {
        var stat = StatOf(pid);
        return (Field(stat, field) + Field(stat, field + 1)) / TicksPerSecond;
    }

    private static double? Field(string[] stat, int field) => ProcFiles.Number(stat.ElementAtOrDefault(field));

    // A zombie has its entry until it is waited for, and no threads any more.
    private static string[] StatOf(int pid) => ProcFiles.Stat(pid) is [not "Z", ..] stat ? stat : [];
}
