using Fathom.Machines.Watching;
using Fathom.Records;

namespace Fathom.Studies.Running;

/// <summary>Runs a plan step by step and builds the record.</summary>
/// <param name="executor">Runs the replicates.</param>
/// <param name="machine">The machine, for the record.</param>
/// <param name="time">Clock for the start of the record and for durations.</param>
/// <param name="watch">Watches the machine during each step.</param>
public sealed class StudyRunner(ITrialExecutor executor, MachineInfo machine, TimeProvider time, IMachineWatch watch)
{
    /// <summary>Steps that are repeated because the machine was disturbed, at most, as a share of all steps: on a machine that is always
    /// busy, repeating helps nothing.</summary>
    public const double MaxRepeats = 0.25;

    /// <summary>Time of a limited plan in which no step is repeated: for steps that take longer than before, and for the page.</summary>
    public static readonly TimeSpan Reserve = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Runs a plan. A replicate that fails is recorded and the run continues; a cancellation ends the running step and gives a partial
    /// record. A step during which the machine was disturbed is repeated at once; of both, the less disturbed counts.
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
        var observer = new StepObserver(watch);
        var repeatsLeft = (int)Math.Ceiling(MaxRepeats * plan.Steps.Count);
        var (partial, isSaid) = (false, false);
        progress.Begin(plan);
        for (var i = 0; i < plan.Steps.Count && !partial; i++)
        {
            var step = plan.Steps[i];
            progress.Step(step, timeLeft.From(i));
            var stepBegan = time.GetTimestamp();
            var run = await RunStepAsync(plan, step, observer, cancellation);
            timeLeft.Add(step, time.GetElapsedTime(stepBegan));
            if (run.Disturbance is { } disturbance && run.IsComplete)
            {
                // Not where it would exceed the time of the plan: the replicate is marked instead.
                var hasTime = plan.Limit is not { } limit
                    || time.GetElapsedTime(began) + time.GetElapsedTime(stepBegan) + timeLeft.From(i + 1) <= limit - Reserve;
                var repeats = hasTime && repeatsLeft > 0;
                repeatsLeft -= repeats ? 1 : 0;
                if (repeats || !isSaid)
                {
                    progress.Disturbed(disturbance.Text, repeats);
                    isSaid |= !repeats;
                }

                run = repeats ? StepRun.LessDisturbed(run, await RunStepAsync(plan, step, observer, cancellation)) : run;
            }

            partial = !run.IsComplete;
            run.AddTo(builder, progress);
            if (!partial && i + 1 < plan.Steps.Count && plan.Steps[i + 1].Block != step.Block)
            {
                checkpoint(builder.Build(time.GetElapsedTime(began), partial: true));
            }
        }

        progress.End(partial);
        return builder.Build(time.GetElapsedTime(began), partial);
    }

    private async Task<StepRun> RunStepAsync(StudyPlan plan, PlanStep step, StepObserver observer, CancellationToken cancellation)
    {
        observer.Begin();
        var outcomes = await Task.WhenAll(step.Replicates.Select(async (planned, place) =>
        {
            var trial = plan.Trials.First(t => t.Id == planned.Trial);
            try
            {
                await Task.Delay(place * plan.Spacing, time, cancellation);
                return new StepOutcome(planned, await executor.ExecuteAsync(trial, planned.Block, cancellation));
            }
            catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
            {
                return new StepOutcome(planned, null);
            }
        }));
        return new StepRun(outcomes, observer.End());
    }
}

/// <summary>Estimates the duration of the rest of a plan from the durations of its steps so far. A run owns one.</summary>
internal sealed class TimeLeft(StudyPlan plan)
{
    private readonly Dictionary<string, double> _expected = plan.Trials.ToDictionary(
        t => t.Id, t => PlanDuration.OfReplicate(t.Policy, plan.Study, plan.Speed));

    // Trials whose duration was measured; that of the others is off by as much as these were.
    private readonly HashSet<string> _measured = [];
    private double _estimated;
    private double _taken;

    public void Add(PlanStep step, TimeSpan elapsed)
    {
        // A step lasts as long as its longest replicate; it says nothing about the others.
        var longest = step.Replicates.MaxBy(r => Expected(r.Trial))!.Trial;
        var taken = (elapsed - SpacingOf(step)).TotalSeconds;
        if (_measured.Add(longest))
        {
            (_estimated, _taken) = (_estimated + _expected[longest], _taken + taken);
        }

        _expected[longest] = taken;
    }

    public TimeSpan From(int step) => TimeSpan.FromSeconds(
        plan.Steps.Skip(step).Sum(s => s.Replicates.Max(r => Expected(r.Trial)) + SpacingOf(s).TotalSeconds));

    // Never shorter than estimated: the first steps may be the quick ones.
    private double Expected(string trial) =>
        _measured.Contains(trial) || _estimated == 0 ? _expected[trial] : _expected[trial] * Math.Max(1, _taken / _estimated);

    private TimeSpan SpacingOf(PlanStep step) => (step.Replicates.Count - 1) * plan.Spacing;
}
