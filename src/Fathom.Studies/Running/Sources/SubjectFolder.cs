using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Sources;

/// <summary>Subjects that lie in a folder, with their manifests.</summary>
/// <param name="catalog">The folder.</param>
public sealed class SubjectFolder(SubjectCatalog catalog) : ISubjectSource
{
    /// <inheritdoc/>
    public IReadOnlyList<SubjectManifest> Manifests => catalog.Manifests;

    /// <inheritdoc/>
    public Task<SubjectState> FindAsync(CancellationToken cancellation = default) => Task.FromResult(catalog.Names.Count > 0
        ? new SubjectState(true, string.Join(", ", catalog.Names))
        : new SubjectState(false, $"none in the folder that {SubjectSources.Variable} names",
            $"Name a folder that holds NAME/fathom-NAME.dll and NAME/{SubjectManifest.FileName}, or unset {SubjectSources.Variable}."));

    /// <inheritdoc/>
    public Task<SubjectCatalog> PrepareAsync(IBuildProgress progress, CancellationToken cancellation = default) => Task.FromResult(catalog);
}
