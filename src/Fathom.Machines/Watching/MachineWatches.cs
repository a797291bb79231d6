namespace Fathom.Machines.Watching;

/// <summary>The ways to watch a machine.</summary>
public static class MachineWatches
{
    /// <summary>The watch of this system; one that reads nothing where there is none.</summary>
    public static IMachineWatch OfThisSystem() => OperatingSystem.IsLinux() ? new LinuxMachineWatch() : new Blind();

    private sealed class Blind : IMachineWatch
    {
        public MachineCounters? Read() => null;
    }
}
