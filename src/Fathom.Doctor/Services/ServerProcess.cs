using System.Globalization;
using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Linux;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services;

/// <summary>
/// The processes that serve the calls, with those that they started, where they run on this machine: their processor time, the time in
/// which their threads waited for a processor, and the time in which their quota was used up. Never the machine's: a neighbour is busy,
/// too.
/// </summary>
internal sealed class ServerProcess
{
    private const double MsPerSecond = 1e3;

    // Of /proc/PID/stat's fields from the third on.
    private const int NumThreads = 17;

    private readonly IReadOnlyList<int> _relays;
    private readonly IReadOnlyList<string> _groups;
    private readonly IReadOnlyList<int> _allowed;
    private Reading _began = new(new Dictionary<int, (double, double)>(), null);

    /// <summary>Those that serve calls.</summary>
    /// <param name="roots">The processes that were started, at least one.</param>
    /// <param name="relays">Those of this machine that pass calls on to them.</param>
    public ServerProcess(IReadOnlyList<int> roots, IReadOnlyList<int> relays)
    {
        Processes = ProcessTree.Of(roots);
        AreSeveral = roots.Count > 1;
        _relays = relays;
        var mounts = ProcessorGroups.Mounts();
        _groups = [.. roots.SelectMany(r => ProcessorGroups.Of(ProcFiles.Read($"/proc/{r}/cgroup") ?? "", mounts)).Distinct()
            .Where(g => ProcessorGroups.LimitOf(g) is not null)];
        _allowed = [.. roots.SelectMany(ProcessorLists.AllowedTo).Distinct()];
        Processors = _allowed.Count == 0 ? null : _allowed.Count;
    }

    /// <summary>Of each of several servers to which a proxy passes calls on, the processes; empty of one server.</summary>
    public IReadOnlyList<ProxiedServer> Servers { get; init; } = [];

    /// <summary>Whether several were started.</summary>
    public bool AreSeveral { get; }

    /// <summary>They, and those that they started.</summary>
    public IReadOnlyList<int> Processes { get; }

    /// <summary>Processors that their affinity allows them, whatever their quota; null of those that ended.</summary>
    public double? Processors { get; }

    /// <summary>A process that serves the calls; null where it is not there, or not to be read.</summary>
    public static ServerProcess? Of(int process) =>
        ProcessProcessors.TimeOf(process) is null ? null : new ServerProcess([process], []);

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
        Processes.Select(p => (Id: p, Seconds: ProcessProcessors.TimeOf(p))).Where(p => p.Seconds is not null)
            .ToDictionary(p => p.Id, p => (MsPerSecond * p.Seconds!.Value, ProcessProcessors.WaitOf(p.Id) ?? 0)),
        _groups.Count == 0 ? null : _groups.Sum(g => ProcessorGroups.ThrottledMsOf(g) ?? 0))
    {
        IdleMs = ProcessorLists.IdleMsOf(_allowed),
        // Who passes calls on is none of what computes for them behind the method.
        CallerMs = Environment.CpuUsage.TotalTime.TotalMilliseconds
            + (MsPerSecond * _relays.Sum(p => ProcessProcessors.TimeOf(p) ?? 0)),
        Threads = Processes.Sum(p => int.TryParse(ProcFiles.Stat(p).ElementAtOrDefault(NumThreads), NumberStyles.None,
            CultureInfo.InvariantCulture, out var threads) ? threads : 0),
    };

    private sealed record Reading(IReadOnlyDictionary<int, (double CpuMs, double WaitedMs)> Processes, double? ThrottledMs)
    {
        public int Threads { get; init; }

        public double? IdleMs { get; init; }

        public double CallerMs { get; init; }
    }
}

/// <summary>One of several servers to which a proxy passes calls on.</summary>
/// <param name="Port">Where it accepts connections.</param>
/// <param name="Processes">Those that accept them, and those that these started.</param>
internal sealed record ProxiedServer(int Port, IReadOnlyList<int> Processes);
