namespace Fathom.Machines.Watching;

/// <summary>What a machine has counted since it started. Two readings give the load between them (<see cref="MachineLoad"/>).</summary>
/// <param name="Capacity">Time of all processors, busy or not, in seconds.</param>
/// <param name="Busy">Processor time of all processes, in seconds; without interrupts.</param>
/// <param name="Own">Processor time of this process and of the children that it has waited for, in seconds.</param>
/// <param name="Stolen">Processor time that the hypervisor gave to other machines, in seconds.</param>
/// <param name="Throttled">Time for which a limit of processor time stopped this process and its children, in seconds.</param>
/// <param name="SwappedPages">Memory pages read from swap space and written to it.</param>
/// <param name="Speed">Speed of a processor at this moment, in steps of a fixed calculation per nanosecond.</param>
public sealed record MachineCounters(
    double Capacity, double Busy, double Own, double Stolen, double Throttled, double SwappedPages, double Speed);
