using Fathom.Lab.Reports.Summary;
using Fathom.Lab.Studies;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.House;

/// <summary>What the README says is so.</summary>
public class ReadmeTests
{
    private static readonly string Readme = File.ReadAllText(Repository.PathOf("README.md"));

    /// <summary>The example is chosen by rule: the committed quick record of the first study, and of it the strongest proof.</summary>
    [Fact]
    public void The_answer_on_the_first_screen_is_that_of_the_record()
    {
        var record = CommittedRecords.Read(StudyCatalog.All[0].Name);
        (record.Study, record.Profile, record.Partial).ShouldBe((StudyCatalog.All[0].Name, "quick", false));
        var flowing = string.Join(' ', Readme.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            .Replace("> ", "", StringComparison.Ordinal);
        flowing.ShouldContain(record.Answer);
        flowing.ShouldContain(StrongestProof.In(record)!.Claim);
        record.Machine.Cores.ShouldBe(2);
        flowing.ShouldContain($"on two cores with .NET {record.Machine.Dotnet} (");
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
