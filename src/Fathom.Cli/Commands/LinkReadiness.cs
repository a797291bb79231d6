using Fathom.Lab.Studies;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>Whether this machine makes the links that studies ask for; found out by making one, before anything is measured.</summary>
internal static class LinkReadiness
{
    /// <summary>The plans that can be run here. Where the user named the study, one that cannot is a fault; else it is left out, and
    /// said.</summary>
    /// <exception cref="CommandException">A study that was named, or all there are, needs a link that cannot be had.</exception>
    public static async Task<IReadOnlyList<StudyPlan>> KeepAsync(
        List<StudyPlan> plans, bool named, FathomConsole console, CancellationToken cancellation)
    {
        var linked = plans.Where(NeedsLink).ToList();
        if (linked.Count == 0 || await ProblemAsync(linked[0], cancellation) is not { } problem)
        {
            return plans;
        }

        var left = plans.Except(linked).ToList();
        var names = string.Join(", ", linked.Select(p => $"'{p.Study.Name}'"));
        if (named || left.Count == 0)
        {
            throw CommandException.Missing($"study {names} needs a link, and none can be made here: {problem}");
        }

        await console.Error.WriteLineAsync($"study {names} is left out: it needs a link, and none can be made here: {problem}");
        return left;
    }

    private static bool NeedsLink(StudyPlan plan) => plan.Trials.Any(t => t.Setup.Link is not null);

    private static async Task<string?> ProblemAsync(StudyPlan plan, CancellationToken cancellation)
    {
        try
        {
            await using var link = await LinkRun.StartAsync(
                LinkPlan.Create(plan.Trials.Select(t => t.Setup.Link).OfType<LinkSpec>().First()), cancellation);
            return null;
        }
        catch (Exception e) when (e is LinkUnavailableException or LinkPlanException)
        {
            return e.Message;
        }
    }
}
