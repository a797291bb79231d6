using System.Diagnostics;
using System.IO.Compression;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Packages;

/// <summary>The tools that <c>dotnet pack</c> makes, installed where there is no repository.</summary>
public class ToolTests(PackageFeed feed)
{
    private const long MaxUnpacked = 25_000_000;

    private static readonly string[] Systems = ["any", "linux-arm64", "linux-x64", "osx-arm64", "osx-x64", "win-arm64", "win-x64"];

    [Fact]
    public async Task The_package_of_each_system_has_at_most_25_MB_and_protoc_of_that_system_alone()
    {
        await feed.PackedAsync();
        feed.Files.Keys.Where(id => id.StartsWith("fathom.", StringComparison.Ordinal) && id != "fathom.subjects")
            .Order(StringComparer.Ordinal).ShouldBe(Systems.Select(system => $"fathom.{system}"));
        foreach (var system in Systems)
        {
            using var package = ZipFile.OpenRead(feed.Files[$"fathom.{system}"]);
            package.Entries.Sum(entry => entry.Length).ShouldBeLessThan(MaxUnpacked, system);
            package.Entries.ShouldAllBe(entry => !entry.FullName.EndsWith(".pdb", StringComparison.Ordinal));
            package.Entries.Where(entry => entry.FullName.Contains("/protoc/", StringComparison.Ordinal)).Select(SystemOf)
                // Windows on ARM runs programs for x64.
                .ShouldBe(system == "any" ? [] : [system.StartsWith("win", StringComparison.Ordinal) ? "win" : system]);
        }
    }

    [Fact]
    public async Task What_is_installed_lists_calls_loads_examines_compares_and_links_and_studies_say_what_they_need()
    {
        var fathom = await feed.InstallToolAsync("fathom", "fathom");
        (await feed.RunAsync(fathom, "--version")).ShouldStartWith(feed.Version);
        await new Commands(fathom, feed.Folder).RunAllAsync();

        var study = await feed.ResultAsync(fathom, "run", "channels");
        study.ExitCode.ShouldBe(3);
        study.Errors.ShouldContain($"dotnet tool install --global fathom.subjects --version {feed.Version}");
    }

    [Fact]
    public async Task With_its_link_in_namespaces_a_command_runs_behind_a_delay()
    {
        Requires.Present(LinkPrerequisites.UtilLinux, LinkPrerequisites.Namespaces, LinkPrerequisites.Tun);
        var fathom = await feed.InstallToolAsync("fathom", "fathom");

        (await feed.RunAsync(fathom, "link", "--delay", "1ms", "--", "echo", "inside")).ShouldContain("inside");
    }

    [Fact]
    public async Task The_package_of_subjects_brings_one_of_fathoms_own_and_one_with_native_libraries()
    {
        var fathom = await feed.InstallToolAsync("fathom", "fathom");
        await feed.InstallToolAsync("fathom.subjects", "fathom-subjects");
        await StartsAsync(fathom, "native");
        await StartsAsync(fathom, "grpc-core");
    }

    private async Task StartsAsync(string fathom, string subject)
    {
        var start = new ProcessStartInfo(fathom, ["serve", subject, "--port", "0"]);
        start.Environment["PATH"] = feed.ToolsPath + Path.PathSeparator + Environment.GetEnvironmentVariable("PATH");
        using var serving = ChildProcess.Start(start);
        await Eventually.HoldsAsync(() => serving.Output.Contains("http://127.0.0.1:", StringComparison.Ordinal), $"{subject} serves");
    }

    private static string SystemOf(ZipArchiveEntry entry)
    {
        using var program = entry.Open();
        return ProgramFormat.SystemOf(program);
    }
}
