using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Fathom.Machines.Prerequisites;

namespace Fathom.Studies.Running.Published;

/// <summary>Publishes the client of the original libraries for a runtime. It holds no state.</summary>
/// <param name="machine">Runs <c>dotnet</c>.</param>
internal sealed partial class SubjectPublisher(IMachine machine)
{
    private const string Template = "Client.csproj.in";
    private const string Project = "Client.csproj";

    /// <summary>Why a runtime cannot be published on this machine, before it is tried; null where nothing speaks against it.</summary>
    public async Task<string?> ProblemAsync(PublishedRuntime runtime, CancellationToken cancellation)
    {
        if (IdentifierOf(runtime) is null)
        {
            return runtime.IsLinuxOnly ? "it is published for Linux on x64 alone" : "it is not published for this processor";
        }

        var sdk = await StudyPrerequisites.Sdk.CheckAsync(machine, cancellation: cancellation);
        return sdk.IsPresent ? null : $"it is published by the .NET SDK, and there is {sdk.Found}";
    }

    /// <summary>Publishes.</summary>
    /// <param name="source">Folder of the sources.</param>
    /// <param name="runtime">The runtime.</param>
    /// <param name="into">An empty folder.</param>
    /// <param name="program">The program that is expected, from there.</param>
    /// <param name="cancellation">Kills <c>dotnet</c>.</param>
    /// <returns>Null, or why it failed.</returns>
    public async Task<string?> PublishAsync(
        string source, PublishedRuntime runtime, string into, string program, CancellationToken cancellation)
    {
        var work = Path.Combine(into, "work");
        Copy(source, work);
        File.Move(Path.Combine(work, Template), Path.Combine(work, Project));

        // Ends the search for such a file in the folders above, which are the user's.
        await File.WriteAllTextAsync(Path.Combine(work, "global.json"), "{}", cancellation);
        var run = await machine.RunAsync(machine.Dotnet,
        [
            "publish", Path.Combine(work, Project), "-c", "Release", "-o", Path.GetDirectoryName(Path.Combine(into, program))!,
            "-v", "quiet", "--disable-build-servers",
            $"-p:PublishedFramework={runtime.Framework}", $"-p:RuntimeIdentifier={IdentifierOf(runtime)}",
            "-p:ImportDirectoryBuildProps=false", "-p:ImportDirectoryBuildTargets=false", "-p:ImportDirectoryPackagesProps=false",
        ], cancellation);
        Directory.Delete(work, recursive: true);
        return run switch
        {
            null => "dotnet does not start",
            { ExitCode: 0 } => File.Exists(Path.Combine(into, program)) ? null : "dotnet publish left no program",
            { } failed => ReasonOf(failed.Output + "\n" + failed.Error),
        };
    }

    /// <summary>What an output of <c>dotnet publish</c> says: the first error.</summary>
    internal static string ReasonOf(string output)
    {
        var error = Error().Match(output);
        var (code, text) = (error.Groups["code"].Value, PrivateNames.OfThisMachine.RemoveFrom(error.Groups["text"].Value.Trim()));
        return !error.Success ? "dotnet publish failed without saying why"
            : code.StartsWith("NU", StringComparison.Ordinal) ? $"its packages could not be restored ({code}: {text})"
            : $"it could not be built ({code}: {text})";
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }

    private string? IdentifierOf(PublishedRuntime runtime) =>
        runtime.IdentifierFor(machine.IsLinux, machine.IsWindows, RuntimeInformation.OSArchitecture);

    // FILE(LINE,COLUMN): error CODE: TEXT [PROJECT]
    [GeneratedRegex(@"\berror (?<code>[A-Z]+\d+): (?<text>[^\r\n]*?)(?: \[[^\]\r\n]*\])?\r?$", RegexOptions.Multiline)]
    private static partial Regex Error();
}
