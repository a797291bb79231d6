using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Sources;

/// <summary>The subjects of a checkout. They are built when something first needs them, and again when a source is newer.</summary>
/// <param name="machine">Runs <c>dotnet</c>.</param>
/// <param name="checkout">Full path of the checkout.</param>
internal sealed class CheckoutSubjects(IMachine machine, string checkout) : ISubjectSource
{
    // Written by the project at the end of its build.
    private const string Stamp = "built";

    // Of a failing build: the first errors say what is wrong.
    private const int ShownErrors = 3;

    private static readonly string[] Sources = ["src", "subjects"];

    // As fathom itself was built: its own folder is artifacts/bin/Fathom.Cli/debug or release.
    private readonly string _configuration =
        Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)) == "debug" ? "debug" : "release";

    private string Folder => Path.Combine(checkout, "artifacts", "subjects", _configuration);

    /// <inheritdoc/>
    public IReadOnlyList<SubjectManifest> Manifests => InBoxManifests.All;

    /// <inheritdoc/>
    public Task<SubjectState> FindAsync(CancellationToken cancellation = default) =>
        Task.FromResult(new SubjectState(true, IsBuilt() ? "built" : "built when a study first needs them"));

    /// <inheritdoc/>
    public async Task<SubjectCatalog> PrepareAsync(IBuildProgress progress, CancellationToken cancellation = default)
    {
        if (IsBuilt())
        {
            return new SubjectCatalog(Folder);
        }

        var succeeded = false;
        progress.Begin();
        try
        {
            Directory.CreateDirectory(Folder);
            await using var alone = await FileLock.TakeAsync(Path.Combine(Folder, "build.lock"), TimeProvider.System, cancellation);
            if (!IsBuilt())
            {
                await BuildAsync(progress, cancellation);
            }

            succeeded = true;
            return new SubjectCatalog(Folder);
        }
        finally
        {
            progress.End(succeeded);
        }
    }

    private async Task BuildAsync(IBuildProgress progress, CancellationToken cancellation)
    {
        var done = 0;
        // A node of MSBuild that stays for the next build keeps its output open, for whose end this waits.
        string[] build =
        [
            "build", Path.Combine(checkout, "subjects", "all"), "-c", _configuration, "--nologo", "--tl:off", "-clp:NoSummary",
            "-nodeReuse:false",
        ];
        var run = await machine.RunAsync(machine.Dotnet, build, cancellation, line =>
        {
            // A project that is built writes: NAME -> FILE
            if (line.Contains(" -> ", StringComparison.Ordinal))
            {
                progress.Built(++done);
            }
        });
        if (run is not { ExitCode: 0 })
        {
            throw new MissingSubjectException(
                $"the subjects could not be built; 'dotnet build subjects/all -c {_configuration}' says:"
                    + Environment.NewLine + Reasons(run));
        }
    }

    private static string Reasons((int ExitCode, string Output, string Error)? run) => run is not { } failed ? "dotnet does not start"
        : PrivateNames.OfThisMachine.RemoveFrom(string.Join(Environment.NewLine, (failed.Output + failed.Error)
            .Split('\n', StringSplitOptions.TrimEntries).Where(line => line.Contains("error ", StringComparison.Ordinal)).Distinct()
            .Take(ShownErrors).DefaultIfEmpty("nothing")));

    // A file that is gone leaves its folder newer. Nothing is built into these folders.
    private bool IsBuilt()
    {
        var stamp = new FileInfo(Path.Combine(Folder, Stamp));
        return stamp.Exists && Sources.SelectMany(folder => new DirectoryInfo(Path.Combine(checkout, folder))
                .EnumerateFileSystemInfos("*", SearchOption.AllDirectories))
            .Concat(new DirectoryInfo(checkout).EnumerateFiles("Directory.*"))
            .All(source => source.LastWriteTimeUtc <= stamp.LastWriteTimeUtc);
    }
}
