using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Runs a plan step by step and builds the record.</summary>
/// <param name="executor">Runs the replicates.</param>
/// <param name="machine">The machine, for the record.</param>
/// <param name="time">Clock for the start of the record and for durations.</param>
public sealed class StudyRunner(ITrialExecutor executor, MachineInfo machine, TimeProvider time)
{
    /// <summary>
    /// Runs a plan. A replicate that fails is recorded and the run continues; a cancellation ends the running step and gives a partial
    /// record.
    /// </summary>
    /// <param name="plan">What to run.</param>
    /// <param name="progress">Receives the progress.</param>
    /// <param name="checkpoint">Receives the record so far, marked partial, after every block, so that measurements survive a
    /// crash.</param>
    /// <param name="cancellation">Ends the run early.</param>
    public async Task<RunRecord> RunAsync(
        StudyPlan plan, IRunProgress progress, Action<RunRecord> checkpoint, CancellationToken cancellation)
    {
        var builder = new RecordBuilder(plan, machine, time.GetUtcNow());
        var began = time.GetTimestamp();
        var timeLeft = new TimeLeft(plan);
        var partial = false;
        progress.Begin(plan);
        for (var i = 0; i < plan.Steps.Count && !partial; i++)
        {
            var step = plan.Steps[i];
            progress.Step(step, timeLeft.From(i));
            var stepBegan = time.GetTimestamp();
            partial = !await RunStepAsync(plan, step, builder, progress, cancellation);
            timeLeft.Add(step, time.GetElapsedTime(stepBegan));
            if (!partial && i + 1 < plan.Steps.Count && plan.Steps[i + 1].Block != step.Block)
            {
                checkpoint(builder.Build(time.GetElapsedTime(began), partial: true));
            }
        }

        progress.End(partial);
        return builder.Build(time.GetElapsedTime(began), partial);
    }

    private async Task<bool> RunStepAsync(
        StudyPlan plan, PlanStep step, RecordBuilder builder, IRunProgress progress, CancellationToken cancellation)
    {
        var running = step.Replicates.Select(async (planned, place) =>
        {
            var trial = plan.Trials.First(t => t.Id == planned.Trial);
            try
            {
                await Task.Delay(place * plan.Study.Spacing, time, cancellation);
                ReplicateOutcome? outcome = await executor.ExecuteAsync(trial, planned.Block, cancellation);
                return (Planned: planned, Outcome: outcome);
            }
            catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
            {
                return (Planned: planned, Outcome: (ReplicateOutcome?)null);
            }
        }).ToList();

        var complete = true;
        foreach (var (planned, outcome) in await Task.WhenAll(running))
        {
            switch (outcome)
            {
                case ReplicateOutcome.Measured measured:
                    builder.Add(new MeasuredReplicate(planned, measured.Figures));
                    break;
                case ReplicateOutcome.Failed failed:
                    builder.Add(failed.Failure);
                    progress.Failed(failed.Failure);
                    break;
                default:
                    complete = false;
                    break;
            }
        }

        return complete;
    }
}

/// <summary>Estimates the duration of the rest of a plan from the durations of its steps so far. A run owns one.</summary>
internal sealed class TimeLeft(StudyPlan plan)
{
    // For starting and ending two processes, until a step has been timed.
    private const double StartSeconds = 1.0;

    private readonly Dictionary<string, double> _expected = plan.Trials.ToDictionary(
        t => t.Id, t => t.Policy.ExpectedSeconds + StartSeconds);

    public void Add(PlanStep step, TimeSpan elapsed)
    {
        // A step lasts as long as its longest replicate; it says nothing about the others.
        _expected[step.Replicates.MaxBy(r => _expected[r.Trial])!.Trial] = (elapsed - SpacingOf(step)).TotalSeconds;
    }

    public TimeSpan From(int step) => TimeSpan.FromSeconds(
        plan.Steps.Skip(step).Sum(s => s.Replicates.Max(r => _expected[r.Trial]) + SpacingOf(s).TotalSeconds));

    private TimeSpan SpacingOf(PlanStep step) => (step.Replicates.Count - 1) * plan.Study.Spacing;
}
