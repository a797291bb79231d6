namespace Fathom.SubjectProtocol.Subjects;

/// <summary>Measures what this process uses from <see cref="Begin"/> to <see cref="End"/>. A subject owns one for each workload.</summary>
public sealed class ProcessMeter
{
    private TimeSpan _cpu;
    private long _allocated;
    private int _collections;

    /// <summary>Starts to count.</summary>
    public void Begin()
    {
        _cpu = Environment.CpuUsage.TotalTime;
        _allocated = GC.GetTotalAllocatedBytes();
        _collections = GC.CollectionCount(0);
    }

    /// <summary>What was used since <see cref="Begin"/>, as <see cref="ReportedValues"/>.</summary>
    public Dictionary<string, double> End()
    {
        // Read first: declaring values and building the result is not the workload's.
        var cpu = (Environment.CpuUsage.TotalTime - _cpu).TotalMicroseconds;
        var allocated = GC.GetTotalAllocatedBytes() - _allocated;
        var collections = GC.CollectionCount(0) - _collections;
        return new()
        {
            [ReportedValues.CpuTime] = cpu,
            [ReportedValues.AllocatedBytes] = allocated,
            [ReportedValues.Collections] = collections,
        };
    }
}
