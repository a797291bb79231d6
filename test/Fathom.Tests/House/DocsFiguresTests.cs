using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Lab.Causes;
using Fathom.Lab.Causes.MessageTooLarge;
using Fathom.Lab.Causes.ThreadPoolStarvation;
using Fathom.Lab.Studies;
using Fathom.Link.Plans;
using Fathom.TestKit;
using static System.FormattableString;

namespace Fathom.Tests.House;

/// <summary>Figures in the pages that the code decides are those of the code.</summary>
public partial class DocsFiguresTests
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
    public void The_waits_of_blocked_callers_are_those_of_the_model()
    {
        var page = Page("docs/findings/thread-pool-starvation.md");
        var waits = Wait().Matches(page);
        waits.Count.ShouldBe(4);
        foreach (Match wait in waits)
        {
            (ThreadInjectionModel.MillisecondsUntilAllRun(50, int.Parse(wait.Groups[2].Value, CultureInfo.InvariantCulture)) / 1000)
                .ShouldBe(double.Parse(wait.Groups[1].Value, CultureInfo.InvariantCulture), wait.Value);
        }

        ThreadInjectionModel.MillisecondsUntilAllRun(50, 25).ShouldBe(0);
        page.ShouldContain("from 25 on");
    }

    [Fact]
    public void The_thresholds_of_causes_are_on_their_pages()
    {
        Says("docs/findings/compression-misuse.md", Invariant($"savings below {Constant("CompressionMisuse", "LeastSavings")} %"));
        Says("docs/findings/message-too-large.md", Invariant($"rejects messages over {MessageTooLargeCause.DefaultLimit / (1 << 20)} MiB"));
        Says("docs/findings/per-call-window-ramp.md",
            $"at least {Word(Constant("PerCallWindowRamp", "LeastRoundTrips"))} round trips");
        Says("docs/findings/slow-start.md", $"{Word(Constant("SlowStart", "FirstFlight"))} packets in flight",
            $"at least {Word(Constant("SlowStart", "LeastGrowing"))} times in a row");
        Says("docs/findings/stop-and-wait-sender.md", Invariant($"{100 * Constant("StopAndWaitSender", "MostFraming")} % of framing"),
            $"{Word(10 * Constant("StopAndWaitSender", "LeastOneByOne"))} of ten segments",
            Invariant($"RTO = RTT + {1000 * Constant("StopAndWaitSender", "LeastRtoVariance")} ms"));
        Says("docs/findings/stream-window-bound-download.md",
            Invariant($"within {100 * Constant("StreamWindowBoundDownload", "Tolerance")} %"));
        Says("docs/findings/ping-round-trips.md",
            $"{Word(Constant("PingRoundTrips", "Burst", "ClientPings"))} in a row, then one every "
                + $"{Word(Constant("PingRoundTrips", "SecondsBetween", "ClientPings"))} seconds");
    }

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

    private static void Says(string page, params string[] sentences)
    {
        var text = Page(page);
        foreach (var sentence in sentences)
        {
            text.ShouldContain(sentence);
        }
    }

    private static string Page(string path) =>
        string.Join(' ', File.ReadAllText(Repository.PathOf(path)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static string Direction(DirectionSpec spec) => string.Join(", ", new[]
    {
        spec.Delay?.Replace("ms", " ms", StringComparison.Ordinal),
        spec.Rate?.Replace("mbit", " Mbit/s", StringComparison.Ordinal),
        spec.Loss?.Replace("%", " % loss", StringComparison.Ordinal),
    }.OfType<string>());

    // Private to the cause: read from its source.
    private static double Constant(string cause, string name, string? type = null)
    {
        var source = File.ReadAllText(Repository.PathOf($"src/Fathom.Lab/Causes/{cause}/{type ?? cause + "Cause"}.cs"));
        var value = Regex.Match(source, $@"const (?:double|int) {name} = ([\d.]+);").Groups[1].Value;
        value.ShouldNotBeEmpty($"{cause}: {name}");
        return double.Parse(value, CultureInfo.InvariantCulture);
    }

    private static string Word(double number) =>
        new[] { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" }[(int)Math.Round(number)];

    private static double Binomial(int n, int k) => Enumerable.Range(1, k).Aggregate(1.0, (sum, i) => sum * (n - k + i) / i);

    [GeneratedRegex(@"(\d+(?:\.\d+)?) s on (\d+)")]
    private static partial Regex Wait();
}
