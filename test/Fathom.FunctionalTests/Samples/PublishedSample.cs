using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The sample as the tests' build left it, or published into a folder of its own, which this owns; or why this machine
/// cannot.</summary>
internal sealed class PublishedSample : IDisposable
{
    private static readonly TimeSpan ToPublish = TimeSpan.FromMinutes(10);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-sample-");

    /// <summary>What the machine lacks; null where nothing.</summary>
    public string? Missing { get; private set; }

    /// <summary>All that publishing said.</summary>
    public string Log { get; private set; } = "";

    public int ExitCode { get; private set; }

    /// <summary>The program and its first arguments.</summary>
    public IReadOnlyList<string> Command { get; private set; } = [];

    /// <summary>The sample as it was built: on the runtime, with reflection.</summary>
    public static PublishedSample AsBuilt() => new()
    {
        Command = [SubjectCatalog.DotnetHost, "exec",
            Repository.PathOf($"artifacts/bin/Fathom.Samples.CodeFirst/{FathomProcess.Configuration}/codefirst.dll")],
    };

    public static async Task<PublishedSample> PublishAsync(params string[] flags)
    {
        var sample = new PublishedSample();
        sample.Command = [Path.Combine(sample._folder.FullName, "out", "codefirst")];
        // Artifacts of its own: the solution's are in use by the tests that run.
        (sample.ExitCode, sample.Log, _) = await ChildProcess.RunAsync(new ProcessStartInfo("dotnet",
        [
            "publish", Repository.PathOf("samples/CodeFirst"), "-c", "Release", "-r", RuntimeInformation.RuntimeIdentifier,
                "--self-contained",
            "--artifacts-path", Path.Combine(sample._folder.FullName, "artifacts"), "-o", Path.Combine(sample._folder.FullName, "out"),
                "-nologo", "--disable-build-servers", "-p:NuGetAudit=false", .. flags,
        ]), ToPublish);
        sample.Missing = sample.ExitCode == 0 ? null : MissingIn(sample.Log);
        return sample;
    }

    public void Dispose() => _folder.Delete(recursive: true);

    // NU1101, NU1102, NU1301: no such package, not in this version, no such source. The linker and zlib are named by the compiler's own
    // targets and by the linker.
    private static string? MissingIn(string log)
    {
        string[] signs = ["error NU1101", "error NU1102", "error NU1301", "Platform linker (", "cannot find -lz",
            "unable to find library -lz"];
        return log.Split('\n').FirstOrDefault(line => signs.Any(sign => line.Contains(sign, StringComparison.Ordinal))) is { } line
            ? "the sample cannot be published here (AOT needs clang or gcc, zlib1g-dev, and the packages of the compiler and its runtime): "
            + line.Trim()
            : null;
    }
}
