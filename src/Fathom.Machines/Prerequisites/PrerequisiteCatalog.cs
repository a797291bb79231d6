namespace Fathom.Machines.Prerequisites;

/// <summary>Every prerequisite that Fathom knows.</summary>
public static class PrerequisiteCatalog
{
    /// <summary>All of them, in the order of <c>fathom check</c>.</summary>
    public static IReadOnlyList<Prerequisite> All { get; } =
    [
        StudyPrerequisites.Runtime, StudyPrerequisites.AspNetCore, StudyPrerequisites.Processors, StudyPrerequisites.Memory,
        StudyPrerequisites.Sdk, StudyPrerequisites.OlderRuntimes, StudyPrerequisites.OtherProcessors,
        StudyPrerequisites.Locust, StudyPrerequisites.BuiltInCodecs, StudyPrerequisites.Lz4, StudyPrerequisites.Zstd,
        LinkPrerequisites.UtilLinux, LinkPrerequisites.Namespaces, LinkPrerequisites.Tun, LinkPrerequisites.Cubic,
    ];

    /// <summary>Checks prerequisites side by side.</summary>
    /// <param name="prerequisites">Those to check.</param>
    /// <param name="machine">The machine.</param>
    /// <param name="cancellation">Ends the probes.</param>
    /// <returns>Their results, in the same order.</returns>
    public static async Task<IReadOnlyList<PrerequisiteResult>> CheckAsync(
        IEnumerable<Prerequisite> prerequisites, IMachine machine, CancellationToken cancellation = default) =>
        await Task.WhenAll(prerequisites.Select(p => p.CheckAsync(machine, cancellation: cancellation)));
}
