using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.Bench;

/// <summary>A subject pinned to cores by taskset, usually to one. Owned by a measurement; disposing it ends it.</summary>
internal sealed class PinnedSubject : IDisposable
{
    // Of /proc/PID/stat; 100 on every Linux that .NET runs on.
    private const double TicksPerSecond = 100;

    // A benchmark lasts a minute at most.
    private static readonly TimeSpan ToRun = TimeSpan.FromMinutes(10);

    private readonly SubjectProcess _process;

    public PinnedSubject(string subject, int core, params string[] arguments)
        : this(subject, $"{core}", arguments)
    {
    }

    /// <param name="subject">Its name.</param>
    /// <param name="cores">As taskset accepts them: <c>0,1</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    public PinnedSubject(string subject, string cores, params string[] arguments)
    {
        var info = BuiltSubjects.Catalog.StartInfo(subject, arguments);
        var side = BuiltSubjects.Catalog.ManifestOf(subject).Roles[0];
        _process = SubjectProcess.Start(side, new ProcessStartInfo("taskset", ["-c", cores, info.FileName, .. info.ArgumentList]));
        Ready = _process.ReadyAsync().GetAwaiter().GetResult();
        SocketsAtStart = OpenSockets;
    }

    /// <summary>The subject's first reply.</summary>
    public SubjectReply.Ready Ready { get; }

    /// <summary>Id of the process.</summary>
    public int Id => _process.Id;

    /// <summary>Where a server listens.</summary>
    public string Address => Ready.Address!;

    /// <summary>User and system time of the process so far, in microseconds; in steps of 10 ms.</summary>
    public double CpuMicroseconds
    {
        get
        {
            // taskset replaces itself by the subject: the id is the subject's own.
            var fields = File.ReadAllText($"/proc/{_process.Id}/stat").Split(')')[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return (double.Parse(fields[11], CultureInfo.InvariantCulture) + double.Parse(fields[12], CultureInfo.InvariantCulture))
                * 1e6 / TicksPerSecond;
        }
    }

    /// <summary>Resident memory of the process, in units of 1,000 bytes.</summary>
    public double ResidentKilobytes => double.Parse(
        File.ReadLines($"/proc/{_process.Id}/status").First(l => l.StartsWith("VmRSS:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture) * 1.024;

    /// <summary>Sockets that the process has open.</summary>
    public int OpenSockets => Directory.EnumerateFiles($"/proc/{_process.Id}/fd")
        .Count(file => new FileInfo(file).LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);

    /// <summary>Sockets that it had open when it was ready.</summary>
    public int SocketsAtStart { get; }

    /// <summary>Pins this process to a core.</summary>
    public static void PinThisProcess(int core)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new PlatformNotSupportedException("Processes are pinned on Linux only: run this benchmark there.");
        }

        using var self = Process.GetCurrentProcess();
        self.ProcessorAffinity = 1 << core;
    }

    /// <summary>Lets a client warm up for a workload.</summary>
    public void Warm(JsonObject workload) => _process.WarmAsync(workload, ToRun).GetAwaiter().GetResult();

    /// <summary>Lets a client run a workload.</summary>
    public ProcessFigures Run(JsonObject workload) => _process.RunAsync(workload, ToRun).GetAwaiter().GetResult();

    /// <summary>Lets a server start to count.</summary>
    public void Begin() => _process.BeginAsync().GetAwaiter().GetResult();

    /// <summary>Lets a server stop counting.</summary>
    public ProcessFigures End() => _process.EndAsync().GetAwaiter().GetResult();

    /// <summary>Lets a server collect garbage.</summary>
    public void Collect() => _process.CollectAsync().GetAwaiter().GetResult();

    public void Dispose() => _process.DisposeAsync().AsTask().GetAwaiter().GetResult();
}
