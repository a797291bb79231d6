using Fathom.Lab.Causes;
using Fathom.Lab.Running;
using Fathom.Lab.Running.Watching;
using Fathom.Lab.Studies;
using Fathom.Link.Plans;
using Fathom.TestKit;
using static System.FormattableString;
using static Fathom.Tests.House.DocsPage;

namespace Fathom.Tests.House;

/// <summary>Figures in the pages that the code decides are those of the code.</summary>
public class DocsFiguresTests
{
    [Fact]
    public void The_conditions_of_a_finding_are_those_of_the_test() => Says("docs/method.md",
        Invariant($"at least {DifferenceTest.EnoughReplicates} replicates on each side"),
        Invariant($"{DifferenceTest.FewestReplicates} replicates are enough if the whole interval of the ratio lies above ")
            + Invariant($"{DifferenceTest.LeastRatioOfFew}"),
        Invariant($"a ratio of at least {DifferenceTest.LeastRatio}"),
        Invariant($"at most {100 * DifferenceTest.FalseFindings} % divided by the number of comparisons"));

    [Theory]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    public void The_smallest_p_value_is_one_of_all_arrangements(int replicates) =>
        Says("docs/method.md", Invariant($"with {replicates} replicates on each side it is 1/{Binomial(2 * replicates, replicates):N0}"));

    [Fact]
    public void The_replicates_and_comparisons_of_compression_are_those_of_its_plan()
    {
        var study = StudyCatalog.All.Single(s => s.Name == "compression");
        var plan = StudyPlanner.Plan(study, Profile.Full, 1);
        var replicates = plan.Trials.Select(t => t.Policy.Replicates).Distinct().ShouldHaveSingleItem();
        Says("docs/method.md",
            Invariant($"`compression --profile full` has {plan.Comparisons.Count} comparisons and {replicates} replicates"));
        (DifferenceTest.FalseFindings / plan.Comparisons.Count)
            .ShouldBeGreaterThanOrEqualTo(1 / Binomial(2 * replicates, replicates), "else no comparison could ever be a finding");
    }

    [Fact]
    public void Trials_run_side_by_side_as_the_studies_say()
    {
        var channels = StudyCatalog.All.Single(s => s.Name == "channels");
        var lag = StudyCatalog.All.Single(s => s.Name == "lag");
        Says("docs/method.md", Invariant($"at most {channels.MaxParallel} at a time in `channels` and {lag.MaxParallel} in `lag`"),
            Invariant($"start {channels.Spacing.TotalSeconds} s after one another"));
    }

    [Fact]
    public void The_machine_is_disturbed_as_the_code_decides() => Says("docs/method.md",
        Invariant($"other programs used more than {100 * MachineLoad.MaxOthers} % of the processors"),
        Invariant($"if the hypervisor gave more than {100 * MachineLoad.MaxStolen} % of them"),
        Invariant($"stopped the processes for more than {1000 * MachineLoad.MaxThrottled} ms"),
        Invariant($"more than {MachineLoad.MaxSwappedPages} memory pages"),
        Invariant($"ran below {100 * MachineLoad.MinSpeed} % of"),
        StudyRunner.MaxRepeats == 0.25 ? "At most a quarter of the steps" : "another share");

    [Fact]
    public void Every_preset_of_a_link_is_in_the_table_with_its_figures()
    {
        var page = Page("docs/link.md");
        foreach (var preset in LinkPreset.All)
        {
            page.ShouldContain($"| `{preset.Name}` | {Direction(preset.Up)} | {Direction(preset.Down)} |");
        }
    }

    [Fact]
    public void Every_study_is_in_the_readme_with_the_pages_of_its_causes()
    {
        var lines = File.ReadAllLines(Repository.PathOf("README.md"));
        foreach (var study in StudyCatalog.All)
        {
            var row = lines.Single(l => l.StartsWith($"| `{study.Name}` |", StringComparison.Ordinal));
            foreach (var id in study.Causes.Select(c => c.Id))
            {
                row.ShouldContain($"](docs/findings/{id}.md)");
            }
        }
    }

    [Fact]
    public void The_results_that_are_kept_stay_small()
    {
        var results = Directory.GetFiles(Repository.PathOf("bench/results")).Select(f => new FileInfo(f)).ToList();
        results.Count.ShouldBeGreaterThan(10);
        results.Sum(f => f.Length).ShouldBeLessThan(2_000_000);
    }

    private static string Direction(DirectionSpec spec) => string.Join(", ", new[]
    {
        spec.Delay?.Replace("ms", " ms", StringComparison.Ordinal),
        spec.Rate?.Replace("mbit", " Mbit/s", StringComparison.Ordinal),
        spec.Loss?.Replace("%", " % loss", StringComparison.Ordinal),
    }.OfType<string>());

    private static double Binomial(int n, int k) => Enumerable.Range(1, k).Aggregate(1.0, (sum, i) => sum * (n - k + i) / i);
}
