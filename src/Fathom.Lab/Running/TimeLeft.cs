using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Estimates how long the rest of a plan takes. A run owns one and tells it how long each step took.</summary>
internal sealed class TimeLeft(StudyPlan plan)
{
    // Starting and ending two processes, before any has been timed.
    private const double StartSeconds = 1.0;

    private readonly Dictionary<string, double> _expected = plan.Trials.ToDictionary(
        t => t.Id, t => t.Policy.ExpectedSeconds + StartSeconds);

    public void Took(PlanStep step, TimeSpan elapsed)
    {
        // A step lasts as long as its longest replicate; of the others it says nothing.
        _expected[step.Replicates.MaxBy(r => _expected[r.Trial])!.Trial] = (elapsed - SpacingOf(step)).TotalSeconds;
    }

    public TimeSpan From(int step) => TimeSpan.FromSeconds(
        plan.Steps.Skip(step).Sum(s => s.Replicates.Max(r => _expected[r.Trial]) + SpacingOf(s).TotalSeconds));

    private TimeSpan SpacingOf(PlanStep step) => (step.Replicates.Count - 1) * plan.Study.Spacing;
}
