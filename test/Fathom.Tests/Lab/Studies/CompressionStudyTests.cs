using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Compression;
using Fathom.Link.Plans;
using Fathom.Load.Statistics;

namespace Fathom.Tests.Lab.Studies;

public class CompressionStudyTests
{
    private static readonly StudyPlan Full = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Full, 1);

    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Every_comparison_has_its_trials_and_a_share_that_its_replicates_can_reach(Profile profile)
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, profile, 1);
        plan.Comparisons.Count.ShouldBeGreaterThanOrEqualTo(8);
        var replicates = plan.Trials.Select(t => t.Policy.Replicates).Distinct().ShouldHaveSingleItem();

        // What the test says at its most certain: every value of one trial above every one of the other.
        double[] low = [.. Enumerable.Range(1, replicates).Select(i => (double)i)], high = [.. low.Select(v => v + 100)];
        var smallest = PermutationTest.PValue(high, low, SeededRandom.For(1, "the smallest"));
        smallest.ShouldBeLessThanOrEqualTo(0.05 / plan.Comparisons.Count);
        smallest.ShouldBe(profile == Profile.Full ? 1.0 / 924 : 1.0 / 252, 1e-12);
    }

    [Fact]
    public void Quick_knows_no_line()
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Quick, 1);
        plan.Trials.ShouldAllBe(t => t.Setup.Link == null && t.Levels["link"] == "none" && t.Policy.Replicates == 5);
        plan.Trials.Count.ShouldBe(13);
        Record(plan).ShouldNotContain(t => t.Title.Contains("where it pays", StringComparison.Ordinal));
    }

    [Fact]
    public void A_line_has_the_rate_asked_for_each_way_and_a_queue_that_holds_a_download()
    {
        foreach (var trial in Full.Trials)
        {
            var level = trial.Levels["link"];
            if (level == "none")
            {
                trial.Setup.Link.ShouldBeNull();
                trial.Setup.Server.Arguments.Take(2).ShouldBe(["--port", "0"]);
                continue;
            }

            var link = LinkPlan.Create(trial.Setup.Link.ShouldNotBeNull());
            (link.Up, link.Mtu, link.Congestion, trial.Setup.ReadsPackets).ShouldBe((link.Down, 1500, "reno", false));
            (link.Down.Rate, link.Down.Delay, link.Down.Loss.LongRunShare).ShouldBe((long.Parse(level[..^4], null) * 1_000_000, 0, 0));
            link.Down.Queue.Packets.ShouldBeNull();
            link.Down.Queue.Bytes.ShouldNotBeNull().ShouldBeGreaterThan(2 * 4_050_007);
            trial.Setup.Server.Arguments.Take(4).ShouldBe(["--port", "1080", "--bind", "198.18.0.2"]);
        }

        Full.Trials.Select(t => t.Levels["link"]).Distinct().ShouldBe(["none", "50mbit", "150mbit", "450mbit"], ignoreOrder: true);
    }

    [Fact]
    public void On_lines_every_codec_has_its_plain_beside_it_on_the_native_stack()
    {
        var onLines = Full.Trials.Select(t => t.Levels).Where(l => l["link"] != "none").ToList();
        onLines.Count.ShouldBe(3 * 2 * 7 * 3);
        onLines.ShouldAllBe(l => l["host"] == "native" && l["client"] == "native");
        onLines.ShouldAllBe(l => onLines.Contains(l.With("compression", "none")));
        onLines.ShouldAllBe(l => Full.Trials.Any(t => t.Levels.Equals(l.With("link", "none"))), "the untouched loopback is the fast side where no line is");
    }

    [Fact]
    public void A_codec_is_compared_on_the_slowest_line_alone()
    {
        var trials = Full.Trials.ToDictionary(t => t.Id, t => t.Levels);
        var onLines = Full.Comparisons.Where(c => trials[c.Baseline]["link"] != "none").ToList();
        onLines.Count.ShouldBe(3 * 2 * 4);
        onLines.ShouldAllBe(c => trials[c.Baseline]["link"] == "50mbit" && trials[c.Baseline]["compression"] == "none" && c.Factor == "compression");
    }

    [Fact]
    public void A_replicate_on_a_line_takes_seconds()
    {
        foreach (var trial in Full.Trials.Where(t => t.Levels["link"] != "none"))
        {
            var calls = (int)trial.Setup.Workload["calls"]!;
            calls.ShouldBeGreaterThanOrEqualTo(3, "a standard deviation of fewer says little");
            var plainSeconds = (calls + (int)trial.Setup.Workload["warm_up_calls"]!) * 4.05 * 8 / double.Parse(trial.Levels["link"][..^4], null);
            plainSeconds.ShouldBeLessThan(4);
        }
    }

    [Fact]
    public void The_server_that_decides_stands_beside_those_that_do_not_on_every_line()
    {
        var table = Record(Full).Where(t => t.Title.Contains("where it pays", StringComparison.Ordinal)).ShouldHaveSingleItem();
        table.Columns.ShouldBe(["none", "gzip", "gzip where it pays"]);
        table.Rows.Count.ShouldBe(3 * 2 * 4);
        table.Rows.OfType<MeasuredRow>().SelectMany(r => r.Combinations).OfType<FactorLevels>().Count(l => Full.Trials.Any(t => t.Levels.Equals(l))).ShouldBe(3 * 2 * 4 * 3);
    }

    // The tables of which something is measured: the others are left out of a record.
    private static IEnumerable<TableSpec> Record(StudyPlan plan) => CompressionStudy.Spec.Tables.Where(table => table.Rows.OfType<MeasuredRow>()
        .SelectMany(r => r.Combinations).OfType<FactorLevels>().Any(l => plan.Trials.Any(t => t.Levels.Equals(l))));
}
