using System.Diagnostics;
using System.IO.Compression;
using Fathom.FunctionalTests.Transport;
using Fathom.Lab.Prerequisites;
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
            package.Entries.Where(entry => entry.FullName.Contains("/protoc/", StringComparison.Ordinal)).Select(Format)
                .ShouldBe(system == "any" ? [] : [system.StartsWith("win", StringComparison.Ordinal) ? "win" : system]);
        }
    }

    [Fact]
    public async Task What_is_installed_lists_calls_loads_examines_compares_and_links_and_studies_say_what_they_need()
    {
        var fathom = await feed.InstallToolAsync("fathom", "fathom");
        await using var host = await Stack.Native.StartAsync();
        var target = host.Address.ToString().TrimEnd('/');
        string[] proto = ["--proto", Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto")];

        (await RunAsync("--version")).ShouldStartWith(feed.Version);
        (await RunAsync(["list", target, .. proto])).ShouldContain("fathom.echo.Echo");
        (await RunAsync(["call", target, "fathom.echo.Echo/Unary", "-d", """{"payload":"aGk="}""", .. proto]))
            .ShouldContain("\"totalBytes\": \"2\"");
        await RunAsync(["load", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "-n", "50", "-q", "--out", "first", .. proto]);
        await RunAsync(["load", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "-n", "50", "-q", "--out", "second", .. proto]);
        (await RunAsync("compare", "first/load.json", "second/load.json")).ShouldContain("latency");
        (await RunAsync(["doctor", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "--budget", "5s", .. proto]))
            .ShouldContain("Echo/Unary");
        (await feed.ResultAsync(fathom, "check")).Output.ShouldContain("dotnet tool install --global fathom.subjects");
        using (var link = ChildProcess.Start(new ProcessStartInfo(
            fathom, ["link", "--mode", "relay", "--delay", "1ms", "--listen", "0", "--to", target[(target.LastIndexOf('/') + 1)..]])))
        {
            await Eventually.HoldsAsync(() => link.Errors.Contains("leads to", StringComparison.Ordinal), "the link listens");
        }

        var study = await feed.ResultAsync(fathom, "run", "channels");
        study.ExitCode.ShouldBe(3);
        study.Errors.ShouldContain($"dotnet tool install --global fathom.subjects --version {feed.Version}");

        Task<string> RunAsync(params string[] arguments) => feed.RunAsync(fathom, arguments);
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

    // What the first bytes of a program say it is for.
    private static string Format(ZipArchiveEntry entry)
    {
        using var program = entry.Open();
        var head = new byte[20];
        program.ReadExactly(head);
        return head switch
        {
            [0x7F, (byte)'E', (byte)'L', (byte)'F', .., 0x3E, 0] => "linux-x64",
            [0x7F, (byte)'E', (byte)'L', (byte)'F', .., 0xB7, 0] => "linux-arm64",
            [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1, ..] => "osx-x64",
            [0xCF, 0xFA, 0xED, 0xFE, 12, 0, 0, 1, ..] => "osx-arm64",
            // Windows on ARM runs programs for x64.
            [(byte)'M', (byte)'Z', ..] => "win",
            _ => "unknown",
        };
    }
}
