using System.Text.Json.Nodes;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>One replicate of a study's trial, run as <c>fathom run</c> does it, without the repetitions that only a finding
/// needs.</summary>
internal static class StudyReplicate
{
    /// <summary>Runs it; the figures and the values of the study's metrics.</summary>
    /// <param name="study">The study.</param>
    /// <param name="profile">The profile.</param>
    /// <param name="levels">Restrictions that leave one trial.</param>
    /// <param name="seconds">Time to warm up, and time that counts, in place of the trial's; null for those.</param>
    /// <param name="temporary">Where the client's process puts temporary files; null for the system's folder.</param>
    public static async Task<(ReplicateFigures Figures, Dictionary<string, double?> Values)> RunAsync(
        StudySpec study, Profile profile, (string Factor, string Level)[] levels, double? seconds = null, string? temporary = null)
    {
        var plan = StudyPlanner.Plan(study, profile, 1, levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)[l.Level]));
        var trial = plan.Trials.ShouldHaveSingleItem();
        var workload = (JsonObject)trial.Setup.Workload.DeepClone();
        if (seconds is not null)
        {
            workload["warm_up_seconds"] = seconds;
            workload["seconds"] = seconds;
        }

        var environment = new Dictionary<string, string>(trial.Setup.Client.Environment);
        if (temporary is not null)
        {
            (environment["TMPDIR"], environment["TMP"]) = (temporary, temporary);
        }

        trial = trial with
        {
            Setup = trial.Setup with { Client = trial.Setup.Client with { Environment = environment }, Workload = workload },
        };
        var outcome = await new ProcessTrialExecutor(BuiltSubjects.Catalog).ExecuteAsync(trial, block: 1, CancellationToken.None);
        var figures = outcome.ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        figures.Errors.ShouldBe(0);
        return (figures, study.Metrics.ToDictionary(m => m.Id, m => m.Read(figures)));
    }
}
