using Fathom.Records;
using Fathom.Studies;

namespace Fathom.Cli.Rendering;

/// <summary>No progress, only failures.</summary>
internal sealed class SilentProgress(FathomConsole console) : ProgressView
{
    public override void Begin(StudyPlan plan)
    {
    }

    public override void Step(PlanStep step, TimeSpan timeLeft)
    {
    }

    public override void Failed(TrialFailure failure)
    {
        foreach (var line in Describe(failure))
        {
            console.Error.WriteLine(line);
        }
    }

    public override void Disturbed(string text, bool repeats)
    {
    }

    public override void End(bool partial)
    {
    }
}
