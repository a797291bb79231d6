using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Runs a plan, step after step, and makes the record.</summary>
/// <param name="executor">Carries out the replicates.</param>
/// <param name="machine">Describes the machine in the record.</param>
/// <param name="time">Clock of the record's start and of durations.</param>
public sealed class StudyRunner(ITrialExecutor executor, MachineInfo machine, TimeProvider time)
{
    /// <summary>
    /// Runs a plan. A replicate that fails is noted and the rest goes on; a cancellation ends what runs and gives a partial record.
    /// </summary>
    /// <param name="plan">What to run.</param>
    /// <param name="progress">Told how it goes on.</param>
    /// <param name="checkpoint">Given the record so far, marked partial, after every block: what was measured survives a crash.</param>
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
            timeLeft.Took(step, time.GetElapsedTime(stepBegan));
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
