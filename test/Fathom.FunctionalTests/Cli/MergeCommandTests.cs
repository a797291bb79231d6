using Fathom.FunctionalTests.Transport;
using Fathom.Records.Loads;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>Parts of a plan that run side by side, and <c>fathom merge</c>. As processes they are in <see cref="Deploy.KubernetesTests"/>.
/// </summary>
public class MergeCommandTests
{
    [Fact]
    public async Task Three_parts_make_the_calls_of_one_plan_and_their_records_add_up()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        await Task.WhenAll(Enumerable.Range(1, 3).Select(i => FathomRun.OfAsync("load", host.Address.ToString().TrimEnd('/'), "--call",
            "fathom.echo.Echo/Unary", "--data-format", "hex", "-d", "0a00", "-r", "1000", "-n", "1000", "--arrivals", "poisson",
            "--shard", $"{i}/3", "-q", "--threshold", "errors<1%", "--out", folder.PathOf($"{i}"))));

        // Parts that start by themselves can begin apart, which makes the sum invalid; nothing else may.
        var (exitCode, output) = await MergeAsync(folder, 1, 2, 3);
        output.ShouldContain("1,000 of fathom.echo.Echo/Unary");
        output.ShouldContain("errors<1%: holds");
        var all = LoadRecordJson.Read(folder.PathOf("all/load.json"));
        (all.Calls, all.Outcomes["OK"], exitCode).ShouldBe((1000, 1000, all.Valid ? 0 : 4));
        all.Seconds.Sum(s => s.Calls).ShouldBe(1000);

        var (incomplete, text) = await MergeAsync(folder, 1, 3);
        incomplete.ShouldBe(4);
        text.ShouldContain("part 2 of 3 is missing");
    }

    private static async Task<(int ExitCode, string Output)> MergeAsync(TemporaryFolder folder, params int[] parts)
    {
        var merge = await FathomRun.OfAsync(
            ["merge", .. parts.Select(i => folder.PathOf($"{i}/load.json")), "--out", folder.PathOf("all")]);
        return (merge.ExitCode, merge.Output.ReplaceLineEndings(" ").Replace("           ", " ", StringComparison.Ordinal));
    }
}
