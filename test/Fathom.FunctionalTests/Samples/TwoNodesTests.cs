using System.Text.RegularExpressions;
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

    private DotnetRun Start(string node, params (string Key, int Port)[] environment) => DotnetRun.Start(
        "samples/TwoNodes", _temporary.Path, environment.ToDictionary(e => e.Key, e => $"{e.Port}"), node);

    private static async Task SaysAsync(DotnetRun node, string what)
    {
        await Eventually.HoldsAsync(() => node.Output.Contains(what, StringComparison.Ordinal) || node.HasExited, what);
        node.Output.ShouldContain(what);
    }

    [GeneratedRegex(@"^dotnet run --project samples/TwoNodes -- (\w+)$", RegexOptions.Multiline)]
    private static partial Regex Command();
}
