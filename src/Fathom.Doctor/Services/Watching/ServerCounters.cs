using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What the kernel has counted of processes since they started. What cannot be read counts nothing.</summary>
/// <param name="ComputedMs">Processor time, ms.</param>
/// <param name="KernelMs">The part of it in the kernel, ms.</param>
/// <param name="PageFaults">Pages that they got by touching them.</param>
/// <param name="WaitedMs">The time in which threads could run and had no processor, ms.</param>
/// <param name="DroppedConnections">Connections that were dropped on their network because the queue of a listener was full.</param>
/// <param name="DroppedDatagrams">Datagrams that were dropped because the receive buffer of a UDP socket of theirs was full.</param>
/// <param name="Reads">What they read; null where that is not to be read, as of another user's process.</param>
internal readonly record struct ServerCounters(double ComputedMs, double KernelMs, double PageFaults, double WaitedMs,
    double DroppedConnections, double DroppedDatagrams, ServerReads? Reads)
{
    private const double MsPerSecond = 1e3;

    /// <summary>Those of processes.</summary>
    public static ServerCounters Of(IReadOnlyList<int> processes) => new(
        MsPerSecond * processes.Sum(p => ProcessProcessors.TimeOf(p) ?? 0),
        MsPerSecond * processes.Sum(p => ProcessProcessors.KernelTimeOf(p) ?? 0),
        processes.Sum(p => ProcessProcessors.PageFaultsOf(p) ?? 0), processes.Sum(p => ProcessProcessors.WaitOf(p) ?? 0),
        SocketDrops.ConnectionsBeside(processes), SocketDrops.DatagramsOf(processes),
        processes.Select(ServerReads.Of).OfType<ServerReads>().ToList() is { Count: > 0 } reads ? reads.Aggregate((a, b) => a + b) : null);

    /// <summary>The sum of two.</summary>
    public static ServerCounters operator +(ServerCounters a, ServerCounters b) => new(a.ComputedMs + b.ComputedMs, a.KernelMs + b.KernelMs,
        a.PageFaults + b.PageFaults, a.WaitedMs + b.WaitedMs, a.DroppedConnections + b.DroppedConnections,
        a.DroppedDatagrams + b.DroppedDatagrams, a.Reads + b.Reads);

    /// <summary>What was counted since <paramref name="b"/>. Threads and sockets that have ended take what was theirs with them.</summary>
    public static ServerCounters operator -(ServerCounters a, ServerCounters b) => new(a.ComputedMs - b.ComputedMs, a.KernelMs - b.KernelMs,
        a.PageFaults - b.PageFaults, Math.Max(0, a.WaitedMs - b.WaitedMs), a.DroppedConnections - b.DroppedConnections,
        Math.Max(0, a.DroppedDatagrams - b.DroppedDatagrams), a.Reads - b.Reads);

    /// <summary>A part of it.</summary>
    public static ServerCounters operator /(ServerCounters a, int parts) => new(a.ComputedMs / parts, a.KernelMs / parts,
        a.PageFaults / parts, a.WaitedMs / parts, a.DroppedConnections / parts, a.DroppedDatagrams / parts, a.Reads / parts);
}
