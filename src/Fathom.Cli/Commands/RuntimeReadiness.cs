using Fathom.Studies.Running.Published;
using Fathom.Studies;

namespace Fathom.Cli.Commands;

/// <summary>Publishes what the planned trials need on other runtimes, before anything is measured.</summary>
internal static class RuntimeReadiness
{
    /// <summary>The plans, each without the trials whose runtime is not available here. Their records say so.</summary>
    /// <exception cref="CommandException">No trial of a study is left.</exception>
    public static async Task<IReadOnlyList<StudyPlan>> PrepareAsync(
        IReadOnlyList<StudyPlan> plans, PublishedSubjects published, CancellationToken cancellation)
    {
        List<StudyPlan> ready = [];
        foreach (var plan in plans)
        {
            var left = plan.Without(await ReasonsAsync(plan, published, cancellation));
            ready.Add(left.Trials.Count > 0 ? left : throw CommandException.Missing(
                $"study '{plan.Study.Name}' has no trial that this machine can run: {string.Join(" ", left.LeftOut)}"));
        }

        return ready;
    }

    private static async Task<Dictionary<string, string>> ReasonsAsync(
        StudyPlan plan, PublishedSubjects published, CancellationToken cancellation)
    {
        Dictionary<string, string> reasons = [];
        foreach (var trial in plan.Trials)
        {
            var reason = await published.ProblemAsync(trial.Setup.Server, cancellation)
                ?? await published.ProblemAsync(trial.Setup.Client, cancellation);
            if (reason is not null)
            {
                reasons[trial.Id] = reason;
            }
        }

        return reasons;
    }
}
