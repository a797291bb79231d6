using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

/// <summary>The prerequisite that the programs which studies measure were built.</summary>
public static class SubjectPrerequisite
{
    /// <summary>That there are subjects, or that they can be built.</summary>
    /// <param name="source">Where they come from.</param>
    public static Prerequisite Of(ISubjectSource source) => Prerequisite(async cancellation =>
        await source.FindAsync(cancellation) switch
        {
            { CanRun: true } state => ProbeOutcome.Present(state.Text),
            var state => ProbeOutcome.Missing(state.Text, state.Remedy),
        });

    /// <summary>That the subjects of some plans are there.</summary>
    /// <param name="catalog">Where they are looked for.</param>
    /// <param name="plans">The plans.</param>
    public static Prerequisite Of(SubjectCatalog catalog, IEnumerable<StudyPlan> plans)
    {
        var needed = plans.SelectMany(p => p.Trials).SelectMany(t => new[] { t.Setup.Server.Subject, t.Setup.Client.Subject })
            .Distinct().Order(StringComparer.Ordinal).ToList();
        return Prerequisite(_ => Task.FromResult(needed.Where(subject => !IsBuilt(catalog, subject)).ToList() is { Count: > 0 } missing
            ? ProbeOutcome.Missing($"not built, or without manifest: {string.Join(", ", missing)}")
            : ProbeOutcome.Present(string.Join(", ", needed))));
    }

    private static Prerequisite Prerequisite(Func<CancellationToken, Task<ProbeOutcome>> probe) => new()
    {
        Id = "subjects",
        Name = "subjects",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without them there is nothing to measure.",
        StopsCommands = ["fathom run", "fathom serve"],
        Remedy = "Build them again: dotnet build subjects/all -c Release.",
        Probe = (_, cancellation) => probe(cancellation),
    };

    private static bool IsBuilt(SubjectCatalog catalog, string subject)
    {
        try
        {
            return catalog.ManifestOf(subject) is not null;
        }
        catch (MissingSubjectException)
        {
            // Its message names a path, which stays out of results.
            return false;
        }
    }
}
