namespace Fathom.Studies;

/// <summary>Estimates how long a plan takes, by what was measured on the reference machine and the speed of this one.</summary>
public static class PlanDuration
{
    /// <summary>Estimates the duration of all steps, without repetitions.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="speed">Speed of this machine: 1 is that of the reference machine.</param>
    public static TimeSpan Of(StudyPlan plan, double speed)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var trials = plan.Trials.ToDictionary(t => t.Id, t => t.Policy);
        return TimeSpan.FromSeconds(plan.Steps.Sum(s => OfStep([.. s.Replicates.Select(r => trials[r.Trial])], plan, speed)));
    }

    /// <summary>Estimates the duration of a replicate that runs alone, in seconds.</summary>
    /// <param name="policy">The policy of its trial.</param>
    /// <param name="study">The study.</param>
    /// <param name="speed">Speed of this machine: 1 is that of the reference machine.</param>
    public static double OfReplicate(TrialPolicy policy, StudySpec study, double speed)
    {
        ArgumentNullException.ThrowIfNull(policy);
        ArgumentNullException.ThrowIfNull(study);
        return (study.StartSeconds / speed) + (policy.IsIdle || policy.IsTimed ? policy.ExpectedSeconds : policy.ExpectedSeconds / speed);
    }

    // Starts take processor time: those of one step follow each other, or take as long as if they did.
    private static double OfStep(IReadOnlyList<TrialPolicy> step, StudyPlan plan, double speed) =>
        ((step.Count - 1) * Math.Max(plan.Spacing.TotalSeconds, plan.Study.StartSeconds / speed))
            + step.Max(p => OfReplicate(p, plan.Study, speed));
}
