using Fathom.Lab.Prerequisites;
using Fathom.Lab.Studies;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Lab.Running;

/// <summary>The prerequisite that the programs which studies measure were built.</summary>
public static class SubjectPrerequisite
{
    /// <summary>The subjects of some plans.</summary>
    /// <param name="catalog">Where subjects are looked for.</param>
    /// <param name="plans">The plans.</param>
    public static Prerequisite Of(SubjectCatalog catalog, IEnumerable<StudyPlan> plans)
    {
        var needed = plans.SelectMany(p => p.Trials).SelectMany(t => new[] { t.Setup.Server.Subject, t.Setup.Client.Subject })
            .Distinct().Order(StringComparer.Ordinal).ToList();
        return new Prerequisite
        {
            Id = "subjects",
            Name = "subjects",
            Uses = [PrerequisiteUse.Studies],
            Without = "Without them there is nothing to measure.",
            StopsCommands = ["fathom run", "fathom serve"],
            Remedy = "Build src/Fathom.Cli again: its build puts them into 'subjects' beside fathom.",
            Probe = (_, _) => Task.FromResult(needed.Where(subject => !IsBuilt(catalog, subject)).ToList() is { Count: > 0 } missing
                ? ProbeOutcome.Missing($"not built, or without manifest: {string.Join(", ", missing)}")
                : ProbeOutcome.Present(string.Join(", ", needed))),
        };
    }

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
