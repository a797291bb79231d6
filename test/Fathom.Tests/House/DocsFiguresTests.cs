using System.Text.Json;
using Fathom.Cli.Settings.Units;
using Fathom.Link.Plans;
using Fathom.Machines.Watching;
using Fathom.Records.Words;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Statistics;
using Fathom.Studies;
using Fathom.Studies.Running;
using Fathom.TestKit;
using static System.FormattableString;
using static Fathom.Tests.House.DocsPage;

namespace Fathom.Tests.House;

/// <summary>Figures in the pages that the code decides are those of the code.</summary>
public class DocsFiguresTests
{
    [Fact]
    public void The_conditions_of_a_finding_are_those_of_the_test() => Says("docs/method.md",
        Invariant($"at least {DifferenceTest.MinReplicates} replicates on each side, always"),
        Invariant($"a ratio of at least {DifferenceTest.MinRatio}"),
        Invariant($"at most {100 * DifferenceTest.FalseFindings} % of one or more false findings, by Holm's procedure"),
        Invariant($"{100 * DifferenceTest.FalseFindings} % divided by the number of comparisons"),
        Invariant($"Up to {PermutationTest.MaxExact:N0} arrangements (12 values against 12)"),
        Invariant($"{PermutationTest.Sampled:N0} random ones"));

    [Fact]
    public void The_conditions_of_a_proof_by_pairs_are_those_of_the_test()
    {
        Says("docs/method.md",
            Invariant($"at least {DifferenceTest.MinPairs} pairs, whose smallest p-value is 1/{1 << DifferenceTest.MinPairs}"),
            Invariant($"share {100 * DifferenceTest.FalseFindingsOfPairs} %, by Holm's procedure"),
            Invariant($"exact up to {(int)Math.Log2(PermutationTest.MaxExact)} pairs"));
        Says("docs/doctor.md", Invariant($"at least {DifferenceTest.MinPairs} pairs, a ratio of at least {DifferenceTest.MinRatio}"),
            Invariant($"all changes tried share {100 * DifferenceTest.FalseFindingsOfPairs} % of false findings"));
    }

    // What was simulated is in the record.
    [Fact]
    public void The_most_false_findings_of_an_examination_are_those_of_the_record()
    {
        using var record = JsonDocument.Parse(File.ReadAllText(Repository.PathOf("bench/results/doctor-noise.json")));
        var most = record.RootElement.GetProperty("examinations").EnumerateArray()
            .SelectMany(e => e.GetProperty("false_findings").EnumerateObject()).Max(f => f.Value.GetDouble());
        most.ShouldBeLessThanOrEqualTo(0.05);
        Says("docs/method.md", Invariant($"In {record.RootElement.GetProperty("runs").GetInt32():N0} simulated examinations"),
            Invariant($"at most {100 * most:0.0} % name one"));
    }

    [Fact]
    public void Margin_and_error_are_those_of_the_code() => Says("docs/method.md",
        Invariant($"the ratio is {DifferenceTest.Equivalence.Low} or less and that it is {DifferenceTest.Equivalence.High} or more"),
        Invariant($"within {DifferenceTest.Equivalence.Low} to {DifferenceTest.Equivalence.High}"),
        Invariant($"within {100 * ModelCheck.MaxError} %, or within the error that it states of itself"));

    [Theory]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    public void The_smallest_p_value_is_one_of_all_arrangements(int replicates)
    {
        Says("docs/method.md", Invariant($"with {replicates} replicates on each side it is 1/{Binomial(2 * replicates, replicates):N0}"));
        (1 / PermutationTest.SmallestPOf(replicates, replicates)).ShouldBe(Binomial(2 * replicates, replicates), 1e-6);
    }

    [Fact]
    public void The_replicates_by_the_number_of_comparisons_are_those_of_the_plans()
    {
        var first = 1;
        foreach (var (shared, other, most) in Replication.Steps)
        {
            Says("docs/method.md", Invariant($"| {(first == 1 ? "up" : $"{first}")} to {most} | {shared} and {other} |"));
            DifferenceTest.CanDecide(shared, other, most).ShouldBeTrue();
            first = most + 1;
        }
    }

    [Fact]
    public void The_comparisons_of_compression_are_those_of_its_plan()
    {
        var plan = StudyPlanner.Plan(StudyCatalog.All.Single(s => s.Name == "compression"), Profile.Full, 1);
        Says("docs/method.md", Invariant($"`compression --profile full` has {plan.Comparisons.Count} comparisons"));
    }

    [Fact]
    public void Medians_have_intervals_from_as_many_replicates_as_the_page_says()
    {
        var fewest = Enumerable.Range(1, 20).First(n => MedianInterval.Of(new double[n], 0.95).RangeOf is null);
        Says("docs/method.md", Invariant($"with fewer than {fewest} replicates there is none"));
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
    public void The_quick_profiles_have_the_times_of_the_page_and_end_together_within_five_minutes()
    {
        var limits = StudyCatalog.All.ToDictionary(s => s.Name, s => s.QuickLimit!.Value.TotalSeconds);
        Says("docs/method.md",
            Invariant($"{limits["channels"]} s for `channels`, {limits["lag"]} s for `lag`, "),
            Invariant($"{limits["compression"]} s each for `compression` and `mediator`, {limits["tree"]} s for `tree`"),
            Invariant($"one processor counts as {MachineSpeed.ShareOfOneProcessor} of two"),
            Invariant($"until {StudyRunner.Reserve.TotalSeconds} s before the limit"));
        limits["mediator"].ShouldBe(limits["compression"]);
        limits.Values.Sum().ShouldBeLessThanOrEqualTo(300);
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
        spec.Delay is { } delay ? Amount.Show(delay.TotalMilliseconds, "ms") : null,
        spec.Rate is { } rate ? RateText.Format(rate.BitsPerSecond).Replace("mbit", " Mbit/s", StringComparison.Ordinal)
            .Replace("kbit", " kbit/s", StringComparison.Ordinal) : null,
        spec.Loss is { } loss ? FormattableString.Invariant($"{100 * loss.MeanLossRate} % loss") : null,
    }.OfType<string>());

    private static double Binomial(int n, int k) => Enumerable.Range(1, k).Aggregate(1.0, (sum, i) => sum * (n - k + i) / i);
}
