using System.Net;
using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Linux;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services;

/// <summary>
/// The process that serves the calls, with those that it started, where it runs on this machine: its processor time, the time in which its
/// threads waited for a processor, and the time in which its quota was used up. Never the machine's: a neighbour is busy, too.
/// </summary>
internal sealed class ServerProcess
{
    private const double MsPerSecond = 1e3;

    // What forwards ports on their way to a container or another machine, and keeps no TCP connection by which it is known.
    private static readonly string[] Forwarders =
        ["docker-proxy", "rootlessport", "rootlesskit", "slirp4netns", "pasta", "passt", "conmon", "kubectl", "ssh", "sshd", "socat"];

    private readonly IReadOnlyList<int> _processes;
    private readonly IReadOnlyList<string> _groups;
    private Reading _began;

    private ServerProcess(int process)
    {
        _processes = ProcessTree.Of(process);
        _groups = [.. ProcessorGroups.Of(ProcFiles.Read($"/proc/{process}/cgroup") ?? "", ProcessorGroups.Mounts())
            .Where(g => ProcessorGroups.LimitOf(g) is not null)];
        Processors = ProcessProcessors.AllowedTo(process);
    }

    /// <summary>Processors that its affinity allows it, whatever its quota; null of a process that ended.</summary>
    public double? Processors { get; }

    /// <summary>A process that serves the calls; null where it is not there, or not to be read.</summary>
    public static ServerProcess? Of(int process) => ProcessProcessors.TimeOf(process) is null ? null : new ServerProcess(process);

    /// <summary>Finds the process that accepts the connections; null where it is not on this machine, not to be read, or known to forward
    /// ports.</summary>
    public static async Task<ServerProcess?> FindAsync(Uri address, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux() || !address.IsLoopback)
        {
            return null;
        }

        var addresses = await Dns.GetHostAddressesAsync(address.DnsSafeHost, cancellation);
        return addresses.Select(a => Listeners.Of(a, address.Port)).FirstOrDefault(p => p is not null) is { } process
            && !Forwarders.Contains(Path.GetFileName(ProcFiles.Read($"/proc/{process}/comm")?.Trim()))
                ? Of(process) : null;
    }

    /// <summary>Bytes that came on connections that it opened itself: a relay receives the answers to no-op calls there, and a server
    /// answers these by itself.</summary>
    public ulong BytesFromOthers()
    {
        var sockets = _processes.SelectMany(p => ProcessSockets.TcpOf(p) ?? []).ToList();
        var listening = sockets.Where(s => s.State == TcpConnectionState.Listening).Select(s => s.Local.Port).ToHashSet();
        return sockets.Where(s => s.State == TcpConnectionState.Established && !listening.Contains(s.Local.Port)).DistinctBy(s => s.Inode)
            .Aggregate(0UL, (sum, s) => sum + (s.Counts?.BytesReceived ?? 0));
    }

    /// <summary>Reads from now on.</summary>
    public void Begin() => _began = Read();

    /// <summary>What it did since; null of a process that ended.</summary>
    public ServerUse? Observe()
    {
        var (before, after) = (_began, Read());
        return before.CpuMs is not { } from || after.CpuMs is not { } to ? null
            : new ServerUse(to - from, after.WaitedMs - before.WaitedMs, after.ThrottledMs - before.ThrottledMs);
    }

    private Reading Read()
    {
        var times = _processes.Select(ProcessProcessors.TimeOf).OfType<double>().ToList();
        return new Reading(times.Count == 0 ? null : MsPerSecond * times.Sum(),
            _processes.Sum(p => ProcessProcessors.WaitOf(p) ?? 0),
            _groups.Count == 0 ? null : _groups.Sum(g => ProcessorGroups.ThrottledMsOf(g) ?? 0));
    }

    private readonly record struct Reading(double? CpuMs, double? WaitedMs, double? ThrottledMs);
}
