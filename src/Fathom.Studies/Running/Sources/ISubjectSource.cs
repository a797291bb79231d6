using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Sources;

/// <summary>Where the programs come from that studies measure. What they are is known before there are any.</summary>
public interface ISubjectSource
{
    /// <summary>The manifest of each subject, in the order of their names.</summary>
    IReadOnlyList<SubjectManifest> Manifests { get; }

    /// <summary>Finds the programs, and builds none.</summary>
    /// <param name="cancellation">Ends the search.</param>
    Task<SubjectState> FindAsync(CancellationToken cancellation = default);

    /// <summary>The programs; built, where this source can and they are missing or older than their sources.</summary>
    /// <param name="progress">Receives the progress of a build.</param>
    /// <param name="cancellation">Ends the build.</param>
    /// <exception cref="MissingSubjectException">There are none; the message says what to do.</exception>
    Task<SubjectCatalog> PrepareAsync(IBuildProgress progress, CancellationToken cancellation = default);
}

/// <summary>Whether there are subjects.</summary>
/// <param name="CanRun">Whether a study can start them, after a build where that is needed.</param>
/// <param name="Text">What was found, without a path.</param>
/// <param name="Remedy">How to get them, as a sentence; null where there is nothing to do.</param>
public sealed record SubjectState(bool CanRun, string Text, string? Remedy = null);

/// <summary>Receives the progress of a build.</summary>
public interface IBuildProgress
{
    /// <summary>The build begins, or waits for that of another process.</summary>
    void Begin();

    /// <summary>A project is built.</summary>
    /// <param name="done">Projects that are built.</param>
    void Built(int done);

    /// <summary>The build is over.</summary>
    /// <param name="succeeded">False where it failed or was interrupted; an exception says why.</param>
    void End(bool succeeded);
}
