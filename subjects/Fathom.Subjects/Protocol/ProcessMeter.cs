namespace Fathom.Subjects.Protocol;

/// <summary>Counts what this process used from a moment on. A subject owns one and begins it anew for each workload.</summary>
public sealed class ProcessMeter
{
    private TimeSpan _cpu;
    private long _allocated;
    private int _collections;

    /// <summary>Counts from here on.</summary>
    public void Begin()
    {
        _cpu = Environment.CpuUsage.TotalTime;
        _allocated = GC.GetTotalAllocatedBytes();
        _collections = GC.CollectionCount(0);
    }

    /// <summary>What was used since <see cref="Begin"/>, by the names of the subject protocol.</summary>
    public Dictionary<string, double> End() => new()
    {
        // User and system time of all threads.
        ["cpu_us"] = (Environment.CpuUsage.TotalTime - _cpu).TotalMicroseconds,
        ["allocated_bytes"] = GC.GetTotalAllocatedBytes() - _allocated,
        ["gc_collections"] = GC.CollectionCount(0) - _collections,
    };
}
