using System.Runtime.InteropServices;
using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Packages;

/// <summary>fathom as one file, which needs no .NET: published without a warning for every system, and run where it can be. Each takes
/// the linker or a compiler most of a minute.</summary>
/// <param name="folder">What all of them are built in.</param>
[Collection(Alone.Name)]
public sealed class OneFileTests(TemporaryFolder folder) : IClassFixture<TemporaryFolder>
{
    [Theory]
    [InlineData("native")]
    [InlineData("single-file")]
    public async Task For_this_system_it_does_what_the_tool_does_and_reads_the_events_of_programs(string form)
    {
        var file = await PublishAsync(form, RuntimeInformation.RuntimeIdentifier);
        using var work = new TemporaryFolder();
        var commands = new Commands(file, work.Path);
        await commands.RunAllAsync();

        // The method in the logger comes from events of the program, whose readers are made by reflection.
        (await commands.RunAsync("doctor", "--budget", "40s", "--", SubjectCatalog.DotnetHost, "exec", PlantStage.Program, "logging"))
            .ShouldContain("Fathom.Plants.Logging.LogStep");

        Requires.Present(LinkPrerequisites.UtilLinux, LinkPrerequisites.Namespaces, LinkPrerequisites.Tun);
        (await commands.RunAsync("link", "--delay", "1ms", "--", "echo", "inside")).ShouldContain("inside");
    }

    [Theory]
    [InlineData("linux-arm64")]
    [InlineData("win-x64")]
    [InlineData("osx-arm64")]
    public Task For_another_system_it_is_one_file_of_that_system(string system) => PublishAsync("single-file", system);

    [Fact]
    public async Task For_Linux_with_musl_it_starts_where_musls_libraries_are()
    {
        var result = await ChildProcess.RunAsync(await PublishAsync("single-file", "linux-musl-x64"), "--version");
        Assert.SkipWhen(result.ExitCode == ChildResult.NotStarted, "needs the loader of musl. Debian: apt-get install musl");
        Assert.SkipWhen(result.Errors.Contains("Error loading shared library libstdc++", StringComparison.Ordinal),
            "needs libstdc++ for musl, which Debian has not. Alpine: apk add libstdc++");
        result.ExitCode.ShouldBe(0, result.Errors);
    }

    // The file; there is nothing else beside its symbols.
    private async Task<string> PublishAsync(string form, string system)
    {
        Requires.Night();
        var program = await PublishedProgram.PublishAsync(folder, "src/Fathom.Cli", system, $"-p:Form={form}");
        program.ShouldBePublished($"{form} for {system}");
        var file = Directory.GetFiles(program.Folder).Where(name => Path.GetExtension(name) != ".dbg").ShouldHaveSingleItem();
        await using var bytes = File.OpenRead(file);
        ProgramFormat.SystemOf(bytes).ShouldBe(
            system.StartsWith("win", StringComparison.Ordinal) ? "win" : system.Replace("-musl", "", StringComparison.Ordinal));
        return file;
    }
}
