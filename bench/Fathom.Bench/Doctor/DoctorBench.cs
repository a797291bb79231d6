using System.Runtime.InteropServices;
using Fathom.Records.Doctors;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.Bench.Doctor;

/// <summary>Examines every plant with the command <c>fathom doctor</c>, as a user would. Ctrl-C ends it with what was measured.</summary>
internal sealed class DoctorBench : IDisposable
{
    private const string HealthyBudget = "20s";

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(6);

    private readonly CancellationTokenSource _interrupted = new();
    private readonly PosixSignalRegistration _signal;
    private readonly DoctorBenchOptions _options;
    private readonly DoctorReport _report;

    private DoctorBench(DoctorBenchOptions options)
    {
        (_options, _report) = (options, new DoctorReport(options).AddEarlier());
        _signal = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal =>
        {
            signal.Cancel = true;
            _interrupted.Cancel();
        });
    }

    public static async Task<DoctorReport> RunAsync(DoctorBenchOptions options)
    {
        using var bench = new DoctorBench(options);
        try
        {
            await (options.HealthyRuns > 0 ? bench.ExamineHealthyAsync() : bench.ExamineAllAsync());
        }
        catch (OperationCanceledException)
        {
            bench._report.IsPartial = true;
        }

        return bench._report;
    }

    public void Dispose()
    {
        _signal.Dispose();
        _interrupted.Dispose();
    }

    private async Task ExamineAllAsync()
    {
        var rows = _options.Plants.ToDictionary(p => p, PlantRow.Of);
        for (var round = 1; round <= _options.Repeat; round++)
        {
            foreach (var plant in _options.Plants.Where(p => rows[p].Skipped is null))
            {
                rows[plant] = await ExamineAsync(plant) switch
                {
                    (null, var missing) => rows[plant] with { Skipped = missing },
                    ({ } run, _) => rows[plant] with { Runs = [.. rows[plant].Runs, run] },
                };
                _report.Set(rows[plant]);
            }
        }
    }

    private async Task ExamineHealthyAsync()
    {
        var plants = _options.Plants.Where(p => p.IsHealthy).ToList();
        List<string> findings = [], failed = [];
        var (runs, withFinding) = (0, 0);
        for (var next = 0; runs + failed.Count < _options.HealthyRuns; next++)
        {
            if (plants.Count == 0)
            {
                throw new InvalidOperationException("No healthy plant can run on this machine.");
            }

            var plant = plants[next % plants.Count];
            var (run, _) = await ExamineAsync(plant, "--budget", HealthyBudget);
            if (run is null)
            {
                plants.Remove(plant);
                continue;
            }

            (runs, withFinding) = (runs + (run.Failed is null ? 1 : 0), withFinding + (run.Findings.Count > 0 ? 1 : 0));
            findings.AddRange(run.Findings.Select(f => $"{plant.Name}: {f}"));
            failed.AddRange(run.Failed is { } why ? [$"{plant.Name}: {why}"] : []);
            _report.Set(new HealthyRuns(runs, withFinding, HealthyBudget, [.. findings], [.. failed]));
        }
    }

    // One examination; or null, and what this machine lacks.
    private async Task<(PlantRun? Run, string? Missing)> ExamineAsync(Plant plant, params string[] flags)
    {
        if (plant.Needs.Select(Requires.Check).FirstOrDefault(r => !r.IsPresent) is { } missing)
        {
            return (null, $"needs {missing.Message}");
        }

        _interrupted.Token.ThrowIfCancellationRequested();
        await using var stage = new PlantStage();
        try
        {
            var target = await plant.StartAsync(stage);
            if (_options.Delay is { } delay && target[0].StartsWith("http", StringComparison.Ordinal))
            {
                target[0] = await stage.RelayAsync(target[0], "--delay", delay);
            }

            stage.StartNeighbours(_options.Neighbours);
            var run = await DiagnoseAsync(stage, [.. flags, .. target]);
            Console.Error.WriteLine($"{plant.Name}: expected {plant.Cause ?? "no finding"}, first is "
                + $"{(run.First is null ? "none" : $"{run.First} ({run.Kind})")} in {run.Seconds:0} s"
                + (run.Failed is null ? "" : ": no verdict"));
            return (run, null);
        }
        catch (PlantMissingException e)
        {
            return (null, e.Message);
        }
    }

    private async Task<PlantRun> DiagnoseAsync(PlantStage stage, string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var began = TimeProvider.System.GetTimestamp();
        using var doctor = stage.StartDoctor(["--out", folder.Path, .. arguments]);
        // From a terminal Ctrl-C reaches the doctor, too: its verdict so far is none of the plant's.
        using var end = _interrupted.Token.Register(doctor.Interrupt);
        var code = await doctor.ExitAsync(Longest);
        _interrupted.Token.ThrowIfCancellationRequested();
        var seconds = TimeProvider.System.GetElapsedTime(began).TotalSeconds;
        var file = folder.PathOf("doctor.json");
        return code == 0 && File.Exists(file) ? PlantRun.Of(DoctorRecordStore.Read(file), seconds)
            : PlantRun.WithoutVerdict($"exit code {code}: {doctor.Error.Trim()}", seconds);
    }
}
