using System.Globalization;
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

    // Of /proc/PID/stat's fields from the third on.
    private const int NumThreads = 17;

    // What forwards ports on their way to a container or another machine, and keeps no TCP connection by which it is known.
    private static readonly string[] Forwarders =
        ["docker-proxy", "rootlessport", "rootlesskit", "slirp4netns", "pasta", "passt", "conmon", "kubectl", "ssh", "sshd", "socat"];

    private readonly IReadOnlyList<int> _processes;
    private readonly IReadOnlyList<string> _groups;
    private readonly IReadOnlyList<int> _allowed;
    private Reading _began = new(new Dictionary<int, (double, double)>(), null);

    private ServerProcess(int process)
    {
        _processes = ProcessTree.Of(process);
        _groups = [.. ProcessorGroups.Of(ProcFiles.Read($"/proc/{process}/cgroup") ?? "", ProcessorGroups.Mounts())
            .Where(g => ProcessorGroups.LimitOf(g) is not null)];
        _allowed = ProcessorLists.AllowedTo(process);
        Processors = _allowed.Count == 0 ? null : _allowed.Count;
    }

    /// <summary>Processors that its affinity allows it, whatever its quota; null of a process that ended.</summary>
    public double? Processors { get; }

    /// <summary>A process that serves the calls; null where it is not there, or not to be read.</summary>
    public static ServerProcess? Of(int process) => ProcessProcessors.TimeOf(process) is null ? null : new ServerProcess(process);

    /// <summary>Finds the process that accepts the connections; null where it is not on this machine, not to be read, behind a Unix
    /// domain socket, or known to forward ports.</summary>
    public static async Task<ServerProcess?> FindAsync(Uri address, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux() || !address.IsLoopback || address.Host.Length == 0)
        {
            return null;
        }

        var addresses = await Dns.GetHostAddressesAsync(address.DnsSafeHost, cancellation);
        return addresses.Select(a => Listeners.Of(a, address.Port)).FirstOrDefault(p => p is not null) is { } process
            && !Forwarders.Contains(ProcFiles.Read($"/proc/{process}/comm")?.Trim())
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

    /// <summary>What it did since; null where all of it has ended.</summary>
    public ServerUse? Observe()
    {
        var (before, after) = (_began, Read());
        // One that ended meanwhile takes its time with it, and so does a thread.
        var both = after.Processes.Keys.Where(before.Processes.ContainsKey).ToList();
        return both.Count == 0 ? null : new ServerUse(
            both.Sum(p => after.Processes[p].CpuMs - before.Processes[p].CpuMs),
            both.Sum(p => Math.Max(0, after.Processes[p].WaitedMs - before.Processes[p].WaitedMs)),
            after.ThrottledMs - before.ThrottledMs)
        {
            ThreadsAdded = after.Threads - before.Threads, IdleMs = (after.IdleMs - before.IdleMs) / _allowed.Count,
            CallerMs = after.CallerMs - before.CallerMs,
        };
    }

    private Reading Read() => new(
        _processes.Select(p => (Id: p, Seconds: ProcessProcessors.TimeOf(p))).Where(p => p.Seconds is not null)
            .ToDictionary(p => p.Id, p => (MsPerSecond * p.Seconds!.Value, ProcessProcessors.WaitOf(p.Id) ?? 0)),
        _groups.Count == 0 ? null : _groups.Sum(g => ProcessorGroups.ThrottledMsOf(g) ?? 0))
    {
        IdleMs = ProcessorLists.IdleMsOf(_allowed),
        CallerMs = Environment.CpuUsage.TotalTime.TotalMilliseconds,
        Threads = _processes.Sum(p => int.TryParse(ProcFiles.Stat(p).ElementAtOrDefault(NumThreads), NumberStyles.None,
            CultureInfo.InvariantCulture, out var threads) ? threads : 0),
    };

    private sealed record Reading(IReadOnlyDictionary<int, (double CpuMs, double WaitedMs)> Processes, double? ThrottledMs)
    {
        public int Threads { get; init; }

        public double? IdleMs { get; init; }

        public double CallerMs { get; init; }
    }
}
