namespace Fathom.Machines.Watching;

/// <summary>Watches the machine during the steps of a run, and knows how fast its processors can be. A run owns one.</summary>
public sealed class StepObserver(IMachineWatch watch)
{
    private MachineCounters? _before;
    private double _fastest;

    /// <summary>A step begins; no child process runs.</summary>
    public void Begin() => _before = Read();

    /// <summary>The step has ended, and every process that it started.</summary>
    /// <returns>What disturbed it; null for nothing, or where nothing can be watched.</returns>
    public Disturbance? End() =>
        Read() is { } after && _before is { } before ? MachineLoad.Between(before, after, _fastest).FindDisturbance() : null;

    private MachineCounters? Read()
    {
        var counters = watch.Read();
        _fastest = Math.Max(_fastest, counters?.Speed ?? 0);
        return counters;
    }
}
