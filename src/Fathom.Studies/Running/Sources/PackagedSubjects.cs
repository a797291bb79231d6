using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Sources;

/// <summary>The subjects of an installed fathom: a package of their own, whose program prints its version and their folder.</summary>
/// <param name="machine">Finds and runs that program.</param>
/// <param name="version">The version of fathom, which the package must have too.</param>
internal sealed class PackagedSubjects(IMachine machine, string version) : ISubjectSource
{
    /// <summary>The package's program.</summary>
    public const string Program = "fathom-subjects";

    private readonly string _version = Plain(version);

    /// <inheritdoc/>
    public IReadOnlyList<SubjectManifest> Manifests => InBoxManifests.All;

    /// <inheritdoc/>
    public async Task<SubjectState> FindAsync(CancellationToken cancellation = default) => (await LookAsync(cancellation)).State;

    /// <inheritdoc/>
    public async Task<SubjectCatalog> PrepareAsync(IBuildProgress progress, CancellationToken cancellation = default) =>
        await LookAsync(cancellation) switch
        {
            ({ } folder, _) => new SubjectCatalog(folder),
            (_, var state) => throw new MissingSubjectException($"{state.Text}. {state.Remedy}"),
        };

    // The version without what a build adds to it, which a package's version does not have either.
    private static string Plain(string version) => version.Split('+')[0];

    private async Task<(string? Folder, SubjectState State)> LookAsync(CancellationToken cancellation)
    {
        var remedy = "Install the package with the programs that studies measure: "
            + $"dotnet tool install --global fathom.subjects --version {_version}";
        if (machine.FindExecutable(Program) is not { } program
            || await machine.RunAsync(program, [], cancellation) is not { ExitCode: 0, Output: var output }
            || output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) is not [var found, var folder])
        {
            return (null, new SubjectState(false, $"there is no {Program} on PATH", remedy));
        }

        return Plain(found) != _version
            ? (null, new SubjectState(false, $"{Program} is of version {Plain(found)}, and fathom of {_version}", remedy))
            : (folder, new SubjectState(true, $"version {_version}"));
    }
}
