using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.Lab.Running;

/// <summary>
/// Finds the in-box subjects: <c>FOLDER/NAME/fathom-NAME.dll</c>, put there by the build of <c>fathom</c>. <c>NAME-debug</c> is the same
/// program as it is compiled for debugging.
/// </summary>
/// <param name="folder">The folder that holds one folder per subject.</param>
public sealed class SubjectCatalog(string folder)
{
    private const string AsDebug = "-debug";

    /// <summary>The subjects beside the running program.</summary>
    public static SubjectCatalog BesideProgram() => new(Path.Combine(AppContext.BaseDirectory, "subjects"));

    /// <summary>Names of the subjects there are.</summary>
    public IReadOnlyList<string> Names => !Directory.Exists(folder)
        ? []
        : [.. Directory.GetDirectories(folder).Select(d => Path.GetFileName(d)!).Where(n => File.Exists(PathOf(n)))
            .Order(StringComparer.Ordinal)];

    /// <summary>How to start a subject.</summary>
    /// <exception cref="MissingSubjectException">There is no such subject.</exception>
    public ProcessStartInfo StartInfo(string subject, IEnumerable<string> arguments)
    {
        if (!Names.Contains(subject))
        {
            throw new MissingSubjectException(
                $"there is no subject '{subject}'; there is: "
                    + $"{(Names.Count == 0 ? "none (the build puts them into 'subjects' beside fathom: build src/Fathom.Cli again)" : string.Join(", ", Names))}");
        }

        // Run by the host that runs us: an apphost would look for a .NET of its own and miss one in an unusual place.
        return new ProcessStartInfo(DotnetHost(), ["exec", PathOf(subject), .. arguments]);
    }

    private static string DotnetHost()
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var beside = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", name));
        return File.Exists(beside) ? beside : name;
    }

    private string PathOf(string subject) =>
        Path.Combine(
            folder, subject, $"fathom-{(subject.EndsWith(AsDebug, StringComparison.Ordinal) ? subject[..^AsDebug.Length] : subject)}.dll");
}

/// <summary>A subject is not there; the message says what is.</summary>
public sealed class MissingSubjectException(string message) : Exception(message);
