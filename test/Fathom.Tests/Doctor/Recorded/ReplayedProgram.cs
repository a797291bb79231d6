using Fathom.Doctor;
using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Runs a program as it was recorded: each run that is asked for is the next recorded one of its kind, and takes as long by a
/// virtual clock.</summary>
internal sealed class ReplayedProgram(RecordedProgram recorded, VirtualTime time) : IProgramRunner
{
    private readonly List<RecordedRun> _left = [.. recorded.Runs];

    public Task<ProgramOutcome> RunAsync(Intervention? change, bool watch, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var run = _left.FirstOrDefault(r => r.Change == $"{change}" && r.Watched == watch) ?? throw new InvalidOperationException(
            $"No further run {(watch ? "that is watched" : "unwatched")} with '{change}' was recorded. {PlantRecorder.Again}");
        _left.Remove(run);
        time.Advance(TimeSpan.FromMilliseconds(run.Wall));
        cancellation.ThrowIfCancellationRequested();
        time.Advance(TimeSpan.FromMilliseconds(run.Took - run.Wall));
        if (run is { Wall: 0, NotMade: null })
        {
            cancellation.ThrowIfCancellationRequested();
            throw new InvalidOperationException($"A run with '{change}' did not end in time then, and would be waited for now.");
        }

        return run.NotMade is { } why ? throw new RunEnvironmentException(why) : Task.FromResult(new ProgramOutcome(
            TimeSpan.FromMilliseconds(run.Wall), run.ExitCode, null, !run.IsOutOfForce, run.Wrote ?? "", run.Seen?.Result())
        {
            ProcessorMs = run.Processor,
        });
    }

    public Task<IReadOnlyList<Observation>> MeasureAsync(IReadOnlyList<Observation> seen, CancellationToken cancellation) =>
        Task.FromResult(recorded.Path?.Observations() ?? []);
}
