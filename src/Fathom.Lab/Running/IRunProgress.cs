using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Told how a run goes on. Called from the runner, one call at a time.</summary>
public interface IRunProgress
{
    /// <summary>A study begins.</summary>
    void Begin(StudyPlan plan);

    /// <summary>A step begins.</summary>
    /// <param name="step">What runs now.</param>
    /// <param name="timeLeft">How long the rest will take, this step included, going by what the trials took so far.</param>
    void Step(PlanStep step, TimeSpan timeLeft);

    /// <summary>A replicate could not be measured.</summary>
    void Failed(TrialFailure failure);

    /// <summary>The study is over, or was interrupted.</summary>
    /// <param name="partial">True where it was interrupted.</param>
    void End(bool partial);
}
