using System.Text.Json;
using Fathom.Records.Reports.Summary;
using Fathom.Studies;
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

    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/doctor.md")]
    public void The_walk_is_what_the_doctor_wrote(string page)
    {
        var wrote = File.ReadAllLines(Repository.PathOf("bench/results/doctor-walk.txt"));
        var shown = File.ReadAllText(Repository.PathOf(page)).Split("```\n$ fathom doctor -- ")[1].Split("```")[0].TrimEnd().Split('\n');
        shown[0].ShouldBe(wrote[0]["$ fathom doctor -- ".Length..]);
        shown[1..].Where(line => line.Length > 0).ShouldBeSubsetOf(wrote);
    }

    [Fact]
    public void The_page_of_the_doctor_says_what_the_bench_found()
    {
        using var record = JsonDocument.Parse(File.ReadAllText(Repository.PathOf("bench/results/doctor.json")));
        var totals = record.RootElement.GetProperty("totals");
        int Of(string name) => totals.GetProperty(name).GetInt32();
        Of("findings_on_healthy").ShouldBe(0);
        Of("predicted").ShouldBe(Of("predictable"));
        var page = string.Join(' ', File.ReadAllText(Repository.PathOf("docs/doctor.md"))
            .Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        page.ShouldContain($"{Of("planted")} services and programs with a planted cause and {Of("healthy")} healthy ones");
        page.ShouldContain($"first in {Of("right")} of {Of("runs")} verdicts, {Of("proven")} of {Of("provable")} were proven");
        page.ShouldContain($"all {Of("predicted")} times that have a formula");
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
