using Fathom.Machines.Watching;

namespace Fathom.Studies.Running;

/// <summary>One execution of a step: the outcomes of its replicates, those that count and those set aside.</summary>
/// <param name="Outcomes">The outcomes that count, one for each replicate.</param>
/// <param name="Disturbance">What disturbed the machine meanwhile; null for nothing.</param>
internal sealed record StepRun(IReadOnlyList<StepOutcome> Outcomes, Disturbance? Disturbance)
{
    /// <summary>Outcomes of another execution, which was more disturbed.</summary>
    public IReadOnlyList<StepOutcome> SetAside { get; init; } = [];

    /// <summary>Whether every replicate came to an end; false where the run was interrupted.</summary>
    public bool IsComplete => Outcomes.All(o => o.Outcome is not null);

    private Disturbance? SetAsideFor { get; init; }

    /// <summary>Of two executions of a step, the one that counts. What decides is the disturbance, never what was measured.</summary>
    /// <param name="first">A complete, disturbed one.</param>
    /// <param name="second">Its repetition.</param>
    public static StepRun LessDisturbed(StepRun first, StepRun second) =>
        second.IsComplete && (second.Disturbance?.Excess ?? 0) < first.Disturbance!.Excess
            ? second with { SetAside = first.Outcomes, SetAsideFor = first.Disturbance }
            : first with { SetAside = second.Outcomes, SetAsideFor = second.Disturbance };

    /// <summary>Adds everything that was measured, and every failure, also of what was set aside: it has a reason of its own.</summary>
    public void AddTo(RecordBuilder builder, IRunProgress progress)
    {
        Add(Outcomes, Disturbance, builder.Add);
        Add(SetAside, SetAsideFor, builder.SetAside);

        void Add(IReadOnlyList<StepOutcome> outcomes, Disturbance? disturbance, Action<MeasuredReplicate> add)
        {
            foreach (var (planned, outcome) in outcomes)
            {
                if (outcome is ReplicateOutcome.Measured measured)
                {
                    add(new MeasuredReplicate(planned, measured.Figures, disturbance?.Text));
                }
                else if (outcome is ReplicateOutcome.Failed failed)
                {
                    builder.Add(failed.Failure);
                    progress.Failed(failed.Failure);
                }
            }
        }
    }
}

/// <summary>The outcome of one replicate of a step.</summary>
/// <param name="Planned">Its place in the plan.</param>
/// <param name="Outcome">The outcome; null where the run was interrupted.</param>
internal sealed record StepOutcome(PlannedReplicate Planned, ReplicateOutcome? Outcome);
