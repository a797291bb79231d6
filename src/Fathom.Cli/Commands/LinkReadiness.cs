using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>Checks, before anything is measured, that this machine makes the links of the planned studies.</summary>
internal static class LinkReadiness
{
    /// <summary>The plans that can run here. A study that cannot is left out with a message, unless the user named it.</summary>
    /// <exception cref="CommandException">No link can be made, and the user named a study that needs one, or all studies do.</exception>
    public static async Task<IReadOnlyList<StudyPlan>> KeepAsync(
        List<StudyPlan> plans, bool named, FathomConsole console, CancellationToken cancellation)
    {
        var linked = plans.Where(NeedsLink).ToList();
        if (linked.Count == 0 || await ProblemAsync(linked[0], console.Machine, cancellation) is not { } problem)
        {
            return plans;
        }

        var left = plans.Except(linked).ToList();
        var names = string.Join(", ", linked.Select(p => $"'{p.Study.Name}'"));
        if (named || left.Count == 0)
        {
            throw CommandException.Missing($"study {names} needs a link, and this machine cannot make one: {problem}");
        }

        await console.Error.WriteLineAsync($"study {names} is left out: it needs a link, and this machine cannot make one: {problem}");
        return left;
    }

    private static bool NeedsLink(StudyPlan plan) => plan.Trials.Any(t => t.Setup.Link is not null);

    private static async Task<string?> ProblemAsync(StudyPlan plan, IMachine machine, CancellationToken cancellation)
    {
        var results = await PrerequisiteCatalog.CheckAsync(LinkPrerequisites.Required, machine, cancellation);
        if (results.FirstOrDefault(r => !r.IsPresent) is { } missing)
        {
            return missing.Message;
        }

        // The proof is a link: its own settings, such as the congestion control, can be refused too.
        try
        {
            await using var link = await LinkRun.StartAsync(
                LinkPlan.Create(plan.Trials.Select(t => t.Setup.Link).OfType<LinkSpec>().First()), cancellation);
            return null;
        }
        catch (Exception e) when (e is LinkUnavailableException or LinkPlanException)
        {
            return PrivateNames.OfThisMachine.RemoveFrom(e.Message);
        }
    }
}
