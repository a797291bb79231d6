using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Sources;

/// <summary>Chooses where subjects come from.</summary>
public static class SubjectSources
{
    /// <summary>The variable that names a folder of subjects, for those who build them themselves.</summary>
    public const string Variable = "FATHOM_SUBJECTS";

    /// <summary>The folder that is named; else a checkout, which builds them; else the package of subjects.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="named">The value of <see cref="Variable"/>, if it is set.</param>
    /// <param name="version">The version of fathom; what follows a plus sign is left out.</param>
    public static ISubjectSource Of(IMachine machine, string? named, string version) =>
        !string.IsNullOrEmpty(named) ? new SubjectFolder(new SubjectCatalog(Path.GetFullPath(named)))
        : machine.Checkout is { } checkout ? new CheckoutSubjects(machine, checkout)
        : new PackagedSubjects(machine, version);
}
