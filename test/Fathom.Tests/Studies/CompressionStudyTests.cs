using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.Link.Plans;
using Fathom.Statistics;
using static Fathom.Tests.Studies.CompressionPlans;

namespace Fathom.Tests.Studies;

/// <summary>The plan of the study <c>compression</c>: its trials, lines and comparisons.</summary>
public class CompressionStudyTests
{
    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Every_comparison_has_its_trials_and_a_share_that_its_replicates_can_reach(Profile profile)
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, profile, 1);
        plan.Comparisons.Count.ShouldBeGreaterThanOrEqualTo(8);
        foreach (var comparison in plan.Comparisons)
        {
            // What the test says at its most certain: every value of one trial above every one of the other.
            double[] low = Values(comparison.Counterfactual, 1), high = Values(comparison.Baseline, 100);
            var smallest = new RatioTest(high, low, SeededRandom.For(1, "the smallest")).PValueAbove(1);
            smallest.ShouldBeLessThanOrEqualTo(0.05 / plan.Comparisons.Count);
            smallest.ShouldBe(profile == Profile.Full ? 1.0 / 12870 : 1.0 / 792, 1e-12);
        }

        double[] Values(string trial, int from) =>
            [.. Enumerable.Range(from, plan.Trials.Single(t => t.Id == trial).Policy.Replicates).Select(i => (double)i)];
    }

    [Fact]
    public void Quick_knows_no_line()
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Quick, 1);
        plan.Trials.ShouldAllBe(t => t.Setup.Link == null && t.Levels["link"] == "none" && t.Policy.Replicates >= 5);
        plan.Trials.Count.ShouldBe(13);
        TablesOf(plan).ShouldNotContain(t => t.Title.Contains("where it pays", StringComparison.Ordinal));
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
            (link.Down.Rate, link.Down.Delay, link.Down.Loss.MeanLossRate).ShouldBe((long.Parse(level[..^4], null) * 1_000_000, 0, 0));
            link.Down.Queue.Packets.ShouldBeNull();
            link.Down.Queue.Bytes.ShouldNotBeNull().ShouldBeGreaterThan(2 * 4_050_007);
            trial.Setup.Server.Arguments.Take(4).ShouldBe(["--port", "1080", "--bind", "198.18.0.2"]);
        }

        Full.Trials.Select(t => t.Levels["link"]).Distinct()
            .ShouldBe(["none", "10mbit", "20mbit", "50mbit", "150mbit", "450mbit"], ignoreOrder: true);
    }

    [Fact]
    public void On_lines_every_codec_has_its_plain_beside_it_on_the_native_stack()
    {
        var onLines = Full.Trials.Select(t => t.Levels).Where(l => l["link"] != "none").ToList();

        // Three payloads by the seven codecs that are compared and without, on four lines; on three of them the other two payloads as they
        // are and by the two codecs that a server decides about, and what it makes of all five; and the published stream by two more
        // codecs, on four lines, and on the slowest as it is. And on a fifth the slowest codec.
        onLines.Count.ShouldBe((3 * 2 * 8 * 4) + (2 * 2 * 3 * 3) + (5 * 2 * 2 * 3) + (2 * 4) + 1 + (2 * 2));
        onLines.ShouldAllBe(l => l["host"] == "native" && l["client"] == "native");
        onLines.ShouldAllBe(l => onLines.Contains(l.With("compression", "none")));
        onLines.ShouldAllBe(l => Full.Trials.Any(t => t.Levels.Equals(l.With("link", "none"))),
            "the untouched loopback is the fast side where no line is");
    }

    [Fact]
    public void A_codec_is_compared_on_the_slowest_line_alone()
    {
        var trials = Full.Trials.ToDictionary(t => t.Id, t => t.Levels);
        var onLines = Full.Comparisons.Where(c => trials[c.Baseline]["link"] != "none").ToList();
        onLines.Count.ShouldBe((3 * 2 * 7) + 2);
        onLines.ShouldAllBe(c => trials[c.Baseline]["compression"] == "none" && c.Factor == "compression");

        // On the slowest line of each; on assemblies br 9 gets through 17 Mbit/s.
        onLines.ShouldAllBe(c => trials[c.Baseline]["link"]
            == (trials[c.Counterfactual]["compression"] == "br 9" && trials[c.Counterfactual]["payload"] == "binaries" ? "10mbit"
                : "20mbit"));
    }

    [Fact]
    public void A_replicate_on_a_line_takes_seconds()
    {
        foreach (var trial in Full.Trials.Where(t => t.Levels["link"] != "none"))
        {
            var calls = (int)trial.Setup.Workload["calls"]!;
            calls.ShouldBeGreaterThanOrEqualTo(3, "a standard deviation of fewer says little");
            var plainSeconds = (calls + (int)trial.Setup.Workload["warm_up_calls"]!) * 4.05
                * 8 / double.Parse(trial.Levels["link"][..^4], null);
            plainSeconds.ShouldBeLessThan(trial.Levels["link"] == "10mbit" ? 14 : 7);
        }
    }
}
