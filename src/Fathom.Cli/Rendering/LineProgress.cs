using Fathom.Records;
using Fathom.Studies;

namespace Fathom.Cli.Rendering;

/// <summary>Progress for pipes and logs: a line per study and per block.</summary>
internal sealed class LineProgress(FathomConsole console) : ProgressView
{
    private int _block;
    private StudyPlan? _plan;

    public override void Begin(StudyPlan plan)
    {
        _plan = plan;
        console.Error.WriteLine(
            $"{plan.Study.Name}: {plan.Trials.Count} trials, {plan.Steps.Sum(s => s.Replicates.Count)} replicates, profile "
                + $"{plan.Profile.ToString().ToLowerInvariant()}, seed {plan.Seed}");
    }

    public override void Step(PlanStep step, TimeSpan timeLeft)
    {
        if (step.Block != _block)
        {
            _block = step.Block;
            console.Error.WriteLine($"{_plan!.Study.Name}: block {step.Block} of {_plan.Steps[^1].Block}, about {Clock(timeLeft)} left");
        }
    }

    public override void Failed(TrialFailure failure)
    {
        foreach (var line in Describe(failure))
        {
            console.Error.WriteLine(line);
        }
    }

    public override void Disturbed(string text, bool repeats) =>
        console.Error.WriteLine($"{_plan!.Study.Name}: {Describe(text, repeats)}");

    public override void End(bool partial) =>
        console.Error.WriteLine(partial ? $"{_plan!.Study.Name}: interrupted" : $"{_plan!.Study.Name}: done");
}
