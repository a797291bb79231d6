using System.Diagnostics;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Packages;

/// <summary>A program that <c>dotnet publish</c> made without the runtime being installed, or why this machine cannot make it.</summary>
/// <param name="Folder">Where it is.</param>
/// <param name="ExitCode">That of <c>dotnet publish</c>.</param>
/// <param name="Log">What it wrote.</param>
internal sealed record PublishedProgram(string Folder, int ExitCode, string Log)
{
    private static readonly TimeSpan ToPublish = TimeSpan.FromMinutes(10);

    // NU1101, NU1102, NU1301: no such package, not in this version, no such source. The linker and zlib are named by the compiler's own
    // targets and by the linker.
    private static readonly string[] SignsOfMissing =
        ["error NU1101", "error NU1102", "error NU1301", "Platform linker (", "cannot find -lz", "unable to find library -lz"];

    /// <summary>Publishes a project.</summary>
    /// <param name="folder">Receives the program, and what is built on the way: the solution's own artifacts are in use by the tests that
    /// run. What is published into the same folder later builds on it.</param>
    /// <param name="project">Its path in the repository.</param>
    /// <param name="system">The system it is for.</param>
    /// <param name="flags">Further flags.</param>
    public static async Task<PublishedProgram> PublishAsync(TemporaryFolder folder, string project, string system, params string[] flags)
    {
        // The runtime's list of assemblies has a colon between them.
        var name = string.Join(' ', ["out", system, .. flags]).Replace('=', '-').Replace(':', '-');
        var output = Directory.CreateDirectory(folder.PathOf(name)).FullName;
        var (exitCode, log, _) = await ChildProcess.RunAsync(new ProcessStartInfo("dotnet",
        [
            "publish", Repository.PathOf(project), "-c", "Release", "-r", system,
            "--artifacts-path", folder.PathOf("artifacts"), "-o", output,
            "-nologo", "--disable-build-servers", "-p:NuGetAudit=false", .. flags,
        ]), ToPublish);
        return new(output, exitCode, log);
    }

    /// <summary>Passes where it was published without a warning, and skips the test where the machine lacks what that takes.</summary>
    /// <param name="what">What it is, for the reason of a skip.</param>
    public void ShouldBePublished(string what)
    {
        var missing = Log.Split('\n').FirstOrDefault(line => SignsOfMissing.Any(sign => line.Contains(sign, StringComparison.Ordinal)));
        Assert.SkipWhen(ExitCode != 0 && missing is not null, $"{what}: cannot be published here (AOT needs clang or gcc, zlib1g-dev, "
            + $"and the packages of the compiler and its runtime): {missing?.Trim()}");
        ExitCode.ShouldBe(0, Log);
        Log.ShouldNotContain(": warning ");
    }
}
