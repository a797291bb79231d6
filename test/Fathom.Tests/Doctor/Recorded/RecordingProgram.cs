using System.Diagnostics;
using Fathom.Doctor;
using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Runs a program, and records its runs.</summary>
internal sealed class RecordingProgram(IProgramRunner runner) : IProgramRunner
{
    private readonly List<RecordedRun> _runs = [];
    private long _began;

    /// <summary>The runs so far.</summary>
    public IReadOnlyList<RecordedRun> Runs => _runs;

    /// <summary>The round trip to what the program called.</summary>
    public RecordedWatch? Path { get; private set; }

    public async Task<ProgramOutcome> RunAsync(Intervention? change, bool watch, CancellationToken cancellation)
    {
        if (_runs.Count > 0)
        {
            _runs[^1] = _runs[^1] with { Took = Elapsed() };
        }

        _began = Stopwatch.GetTimestamp();
        RecordedRun Run() => new($"{change}", Elapsed()) { Watched = watch };
        try
        {
            var outcome = await runner.RunAsync(change, watch, cancellation);
            _runs.Add(Run() with
            {
                Wall = outcome.Wall.TotalMilliseconds,
                Processor = outcome.ProcessorMs,
                ExitCode = outcome.ExitCode,
                IsOutOfForce = !outcome.InForce,
                Wrote = outcome.ExitCode == 0 ? null : outcome.Wrote,
                Seen = outcome.Seen is { } seen ? RecordedWatch.Of(seen) : null,
            });
            return outcome;
        }
        catch (Exception e) when (e is RunEnvironmentException or OperationCanceledException)
        {
            _runs.Add(Run() with { NotMade = (e as RunEnvironmentException)?.Message });
            throw;
        }
    }

    public async Task<IReadOnlyList<Observation>> MeasureAsync(IReadOnlyList<Observation> seen, CancellationToken cancellation)
    {
        var measured = await runner.MeasureAsync(seen, cancellation);
        Path = measured.Count == 0 ? null : RecordedWatch.Of(measured, []);
        return measured;
    }

    private double Elapsed() => Stopwatch.GetElapsedTime(_began).TotalMilliseconds;
}
