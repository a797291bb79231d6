namespace Fathom.Machines.Watching;

/// <summary>Reads the counters of a machine.</summary>
public interface IMachineWatch
{
    /// <summary>Reads the counters; null where this system has none.</summary>
    MachineCounters? Read();
}
