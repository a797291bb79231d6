using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.SubjectProtocol.Runners;

/// <summary>
/// Finds subjects: <c>FOLDER/NAME/fathom-NAME.dll</c> with its <c>manifest.json</c>.
/// <c>NAME-debug</c> is the same program, compiled for debugging.
/// </summary>
/// <param name="folder">The folder that holds one folder per subject.</param>
public sealed class SubjectCatalog(string folder)
{
    private const string AsDebug = "-debug";

    private readonly ConcurrentDictionary<string, SubjectManifest> _manifests = new();

    /// <summary>The folder that holds one folder per subject.</summary>
    public string Folder => folder;

    /// <summary>Names of all subjects, debug builds included.</summary>
    public IReadOnlyList<string> Names => !Directory.Exists(folder)
        ? []
        : [.. Directory.GetDirectories(folder).Select(d => Path.GetFileName(d)!).Where(n => File.Exists(PathOf(n)))
            .Order(StringComparer.Ordinal)];

    /// <summary>Manifests of all subjects, one per program: a debug build has none of its own.</summary>
    /// <exception cref="MissingSubjectException">The manifest of a subject is missing or cannot be read.</exception>
    public IReadOnlyList<SubjectManifest> Manifests =>
        [.. Names.Where(n => !n.EndsWith(AsDebug, StringComparison.Ordinal)).Select(ManifestOf)];

    /// <summary>The manifest of a subject.</summary>
    /// <exception cref="MissingSubjectException">The subject or its manifest is missing, or the manifest cannot be read.</exception>
    public SubjectManifest ManifestOf(string subject) => _manifests.GetOrAdd(ProgramOf(subject), program =>
    {
        RequireSubject(subject);
        try
        {
            return SubjectManifest.Parse(File.ReadAllText(Path.Combine(folder, program, SubjectManifest.FileName)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new MissingSubjectException(
                $"the manifest of the subject '{program}' cannot be read: {e.Message} Store what "
                    + $"'fathom-{program} {SubjectCommand.Describe}' prints as '{SubjectManifest.FileName}' beside it");
        }
    });

    /// <summary>Full path of the <c>dotnet</c> that runs this process: another one on PATH may lack its version.</summary>
    public static string DotnetHost { get; } = FindDotnet(
        RuntimeEnvironment.GetRuntimeDirectory(), Environment.GetEnvironmentVariable("PATH") ?? "");

    /// <summary>How to start a subject.</summary>
    /// <exception cref="MissingSubjectException">There is no such subject.</exception>
    public ProcessStartInfo StartInfo(string subject, params IEnumerable<string> arguments)
    {
        RequireSubject(subject);

        // Run by the host that runs us: an apphost would look for a .NET of its own and miss one in an unusual place.
        return new ProcessStartInfo(DotnetHost, ["exec", PathOf(subject), .. arguments]);
    }

    /// <summary>The <c>dotnet</c> above a runtime, else the one in the folders of PATH. Relative and empty entries are skipped: they would
    /// find whatever lies in the current folder.</summary>
    /// <param name="runtime">The runtime's folder.</param>
    /// <param name="path">The value of PATH.</param>
    /// <returns>A full path; where there is no such file, its place above the runtime.</returns>
    public static string FindDotnet(string runtime, string path)
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var above = Path.GetFullPath(Path.Combine(runtime, "..", "..", "..", name));
        return path.Split(Path.PathSeparator).Where(Path.IsPathFullyQualified).Select(folder => Path.Combine(folder, name))
            .Prepend(above).FirstOrDefault(File.Exists) ?? above;
    }

    private static string ProgramOf(string subject) =>
        subject.EndsWith(AsDebug, StringComparison.Ordinal) ? subject[..^AsDebug.Length] : subject;

    private void RequireSubject(string subject)
    {
        var names = Names;
        if (!names.Contains(subject))
        {
            throw new MissingSubjectException($"there is no subject '{subject}'; there is: " + (names.Count == 0
                ? "none" : string.Join(", ", names)));
        }
    }

    private string PathOf(string subject) => Path.Combine(folder, subject, $"fathom-{ProgramOf(subject)}.dll");
}

/// <summary>A subject or its manifest is missing.</summary>
/// <param name="message">What is missing, and what there is.</param>
public sealed class MissingSubjectException(string message) : Exception(message);
