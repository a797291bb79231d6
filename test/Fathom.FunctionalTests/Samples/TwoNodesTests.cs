using System.Diagnostics;
using System.Text.RegularExpressions;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The sample of two nodes, started as its README says, one command each; on ports and in a folder of the test's own.</summary>
public sealed partial class TwoNodesTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task Two_commands_start_two_nodes_of_which_one_answers_the_other_and_is_told_of_it()
    {
        var commands = Command().Matches(await File.ReadAllTextAsync(Repository.PathOf("samples/TwoNodes/README.md")))
            .Select(m => m.Groups[1].Value).ToList();
        commands.ShouldBe(["north", "south"]);
        var ports = (North: FreePort.Next(), South: FreePort.Next());

        using var north = Start("north", ("Host__Port", ports.North));
        await SaysAsync(north, "north has left an invitation for south");
        using var south = Start("south", ("Host__Port", ports.South), ("Remotes__North__Port", ports.North));
        await SaysAsync(south, "north answered south: you asked 'who is there?'");
        await SaysAsync(north, "north was told by south: south has arrived");
    }

    // What the tests' build has built, in the test's own folder; 'dotnet run' evaluates the project first, which takes it seconds.
    private ChildProcess Start(string node, params (string Key, int Port)[] environment)
    {
        string[] command = Thorough.IsOn
            ? ["run", "--no-build", "-c", FathomProcess.Configuration, "--project", Repository.PathOf("samples/TwoNodes"), "--", node]
            : ["exec", Repository.PathOf(
                $"artifacts/bin/Fathom.Samples.TwoNodes/{FathomProcess.Configuration}/Fathom.Samples.TwoNodes.dll"), node];
        var info = new ProcessStartInfo(SubjectCatalog.DotnetHost, command) { WorkingDirectory = _temporary.Path };
        foreach (var (key, port) in environment)
        {
            info.Environment[key] = $"{port}";
        }

        return ChildProcess.Start(info);
    }

    private static async Task SaysAsync(ChildProcess node, string what)
    {
        await Eventually.HoldsAsync(() => node.Output.Contains(what, StringComparison.Ordinal) || node.HasExited, what);
        node.Output.ShouldContain(what, Case.Sensitive, node.Errors);
    }

    [GeneratedRegex(@"^dotnet run --project samples/TwoNodes -- (\w+)$", RegexOptions.Multiline)]
    private static partial Regex Command();
}
