using Fathom.Records;
using Fathom.Studies.Running;
using Fathom.Studies;

namespace Fathom.Cli.Rendering;

/// <summary>Progress of a run: a bar with the time left on a terminal, plain lines in a pipe, nothing with <c>--quiet</c>.</summary>
internal abstract class ProgressView : IRunProgress, IDisposable
{
    public static ProgressView For(FathomConsole console, bool quiet) =>
        quiet ? new SilentProgress(console) : console.ErrorIsTerminal ? new BarProgress(console) : new LineProgress(console);

    public abstract void Begin(StudyPlan plan);

    public abstract void Step(PlanStep step, TimeSpan timeLeft);

    public abstract void Failed(TrialFailure failure);

    public abstract void Disturbed(string text, bool repeats);

    public abstract void End(bool partial);

    public virtual void Dispose() => GC.SuppressFinalize(this);

    /// <summary>The lines about a failed replicate; no console leaves them out.</summary>
    protected static IEnumerable<string> Describe(TrialFailure failure)
    {
        yield return $"trial {failure.Trial}, block {failure.Block}, could not be measured: {failure.Message} (stage: {failure.Stage})";
        foreach (var line in failure.StandardError.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            yield return $"  {failure.Side} wrote: {line}";
        }
    }

    /// <summary>The line about a disturbed step.</summary>
    protected static string Describe(string disturbance, bool repeats) =>
        $"{disturbance}: "
            + (repeats ? "the step is repeated" : "it counts and is marked, since no repetition is left, or no time; so are further ones");

    /// <summary><c>1:05</c>.</summary>
    protected static string Clock(TimeSpan time) => $"{(int)time.TotalMinutes}:{time.Seconds:00}";
}
