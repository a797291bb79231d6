namespace Fathom.Doctor.Probes.Linux;

/// <summary>The probes of /proc.</summary>
internal static class ProcProbes
{
    /// <summary>New probes of a process.</summary>
    public static IReadOnlyList<IProcProbe> Create(int pid, TimeProvider time) =>
        OperatingSystem.IsLinux()
            ?
            [
                new ProcessorProbe(pid, time), new QuotaProbe(pid), new TcpProbe(pid, time, [new SocketProbe(), new ReceiveProbe(time)]),
                new EnvironmentProbe(pid), new CollectorThreadProbe(pid),
            ]
            : [];
}
