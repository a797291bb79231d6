using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;
using Fathom.Machines.Kernel;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor;

/// <summary>Examines a running process by watching it. Nothing is changed, so that it finds hints, never proofs.</summary>
/// <param name="pid">The process.</param>
/// <param name="options">Budget and seed.</param>
/// <param name="progress">Learns what is asked.</param>
/// <param name="time">The clock.</param>
public sealed class ProcessDoctor(int pid, DoctorOptions options, IDoctorProgress progress, TimeProvider time)
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(200);

    /// <summary>Watches the process for the budget, or until it ends.</summary>
    /// <param name="cancellation">Ends the watch; the record then says what was seen before.</param>
    /// <exception cref="DoctorException">There is no such process.</exception>
    public async Task<DoctorRecord> ExamineAsync(CancellationToken cancellation)
    {
        if (!IsRunning())
        {
            throw new DoctorException(
                $"--pid: no process {pid} is running. Give the id of a running process, as 'pgrep -f NAME' prints it.");
        }

        var (started, began) = (time.GetUtcNow(), time.GetTimestamp());
        var name = NameOf();
        var budget = options.Budget ?? DoctorOptions.DefaultProcessBudget;
        progress.Asks($"Watches {name} for {FigureText.Number(budget.TotalSeconds)} s: where does its time go?");
        var port = PortOf(pid);
        await using var watch = await ProcessWatch.StartAsync(pid, WatchDepth.Gentle, time, CancellationToken.None);
        if (!watch.SeesRuntime)
        {
            progress.Asks("The runtime's events cannot be seen; watches what the system shows.");
        }

        await WaitAsync(watch, budget, cancellation);
        List<string> notSeen = [];
        if (!IsRunning())
        {
            notSeen.Add($"The process ended after {FigureText.Number(time.GetElapsedTime(began).TotalSeconds)} s of "
                + $"{FigureText.Number(budget.TotalSeconds)} s.");
        }

        var seen = await watch.EndAsync();
        notSeen.AddRange(seen.NotSeen);
        var measured = await ProgramTargets.MeasureAsync(seen.Observations, time, CancellationToken.None);
        return Judge([.. seen.Observations, .. measured], notSeen, port) with
        {
            Target = new DoctorTarget("process", name),
            Started = started,
            ElapsedSeconds = Math.Round(time.GetElapsedTime(began).TotalSeconds, 3),
            Partial = cancellation.IsCancellationRequested,
            Seed = options.Seed,
            Series = VerdictRecord.Series(seen.Series),
        };
    }

    /// <summary>The verdict, but for what was examined and when.</summary>
    /// <param name="seen">What was seen of the process.</param>
    /// <param name="notSeen">What could not be looked at, and why: sentences.</param>
    /// <param name="port">The port at which it accepts connections; null where it does not.</param>
    internal static DoctorRecord Judge(IReadOnlyList<Observation> seen, IReadOnlyList<string> notSeen, int? port = null)
    {
        var screening = new CauseScreening(new Evidence("process", new Dictionary<string, string>(), seen));
        var causes = screening.Suspects.Select(s => VerdictRecord.Hint(s, s.Changes is [var change, ..]
            ? $"{s.Screening.Proof}: 'fathom doctor -- COMMAND' runs the program with {change} and without, and compares."
                + Script(port)
            : $"{s.Screening.Proof}: change it, watch it again, and compare.")).ToList();
        return VerdictRecord.Build(screening, causes, notSeen);
    }

    // A server does not end: what is run again is a script that starts it, loads it and ends it.
    private static string Script(int? port) => port is null ? ""
        : $" Of a server that is a script: fathom doctor -- sh -c 'SERVER & s=$!; until fathom call localhost:{port} SERVICE/METHOD; do "
            + $"sleep 0.1; done; fathom load localhost:{port} --call SERVICE/METHOD -n 2000; kill $s; wait $s'";

    private static int? PortOf(int pid) => OperatingSystem.IsLinux()
        ? ProcessSockets.TcpOf(pid)?.FirstOrDefault(s => s.State == TcpConnectionState.Listening)?.Local.Port : null;

    private async Task WaitAsync(ProcessWatch watch, TimeSpan budget, CancellationToken cancellation)
    {
        var began = time.GetTimestamp();
        while (time.GetElapsedTime(began) < budget && IsRunning() && !watch.RuntimeEnded.IsCompleted)
        {
            await Task.Delay(BetweenLooks, time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (cancellation.IsCancellationRequested)
            {
                return;
            }
        }
    }

    // A host says nothing of what it runs: the assembly does.
    private string NameOf() =>
        (ProcFiles.Read($"/proc/{pid}/cmdline") ?? "").Split('\0', StringSplitOptions.RemoveEmptyEntries) is [var program, ..] words
            && ProgramSpec.IsHost(program) ? ProgramSpec.NameOf(words)
        : ProcFiles.Read($"/proc/{pid}/comm")?.Trim() is { Length: > 0 } known ? known : "process";

    // A zombie has ended.
    private bool IsRunning() => !OperatingSystem.IsLinux()
        || (ProcFiles.Stat(pid).FirstOrDefault() is { Length: > 0 } state && state != "Z");
}
