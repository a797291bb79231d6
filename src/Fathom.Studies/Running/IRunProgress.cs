using Fathom.Records;

namespace Fathom.Studies.Running;

/// <summary>Receives the progress of a run. Called from the runner, one call at a time.</summary>
public interface IRunProgress
{
    /// <summary>A study begins.</summary>
    void Begin(StudyPlan plan);

    /// <summary>A step begins.</summary>
    /// <param name="step">The step.</param>
    /// <param name="timeLeft">Estimated duration of the rest, this step included, from the durations so far.</param>
    void Step(PlanStep step, TimeSpan timeLeft);

    /// <summary>A replicate failed.</summary>
    void Failed(TrialFailure failure);

    /// <summary>The machine was disturbed during the step that has just ended. Of steps that are not repeated, only the first is
    /// reported.</summary>
    /// <param name="text">What was found.</param>
    /// <param name="repeats">Whether the step is repeated now; false: it counts, since too many were repeated or there is no time for
    /// it.</param>
    void Disturbed(string text, bool repeats);

    /// <summary>The study is over, or was interrupted.</summary>
    /// <param name="partial">True where it was interrupted.</param>
    void End(bool partial);
}
