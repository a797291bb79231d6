using Fathom.Lab.Results;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>What the README says is so.</summary>
public class ReadmeTests
{
    private static readonly string Readme = File.ReadAllText(Repository.PathOf("README.md"));

    [Fact]
    public void The_answer_on_the_first_screen_is_that_of_the_record()
    {
        var record = RunRecordStore.ReadFile(Repository.PathOf("bench/results/channels.json"));
        var flowing = string.Join(' ', Readme.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            .Replace("> ", "", StringComparison.Ordinal);
        flowing.ShouldContain(record.Answer);
        flowing.ShouldContain(record.Findings[0].Claim);
        Readme.IndexOf("bench/results/channels.json", StringComparison.Ordinal).ShouldBeInRange(0, 2500);
    }

    [Fact]
    public void Its_test_command_is_what_CI_runs()
    {
        Readme.ShouldContain("```sh\ndotnet test\n```");
        File.ReadAllLines(Repository.PathOf(".ci/run")).ShouldContain("dotnet test");
    }

    [Fact]
    public async Task Every_command_it_shows_is_there()
    {
        var (_, help, _) = await Cli.CommandLine.RunAsync(["--help"]);
        foreach (var line in Readme.Split('\n').Where(l => l.StartsWith("| `fathom ", StringComparison.Ordinal)))
        {
            var verb = line["| `fathom ".Length..].Split(' ', '`')[0];
            help.ShouldContain($"  {verb} ");
            (await Cli.CommandLine.RunAsync([verb, "--help"])).ExitCode.ShouldBe(0);
        }
    }

    [Fact]
    public async Task Every_flag_it_names_is_there()
    {
        var help = (await Cli.CommandLine.RunAsync(["run", "--help"])).Out;
        foreach (var flag in new[] { "--profile", "--seed", "--out", "--level", "--config" })
        {
            Readme.ShouldContain(flag);
            help.ShouldContain(flag);
        }
    }
}
