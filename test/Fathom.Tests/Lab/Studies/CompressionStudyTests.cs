using Fathom.Lab.Results;
using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Compression;
using Fathom.Link.Plans;
using Fathom.Statistics;
using Fathom.SubjectProtocol;

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
        smallest.ShouldBe(profile == Profile.Full ? 1.0 / 3432 : 1.0 / 252, 1e-12);
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

    [Fact]
    public void The_server_that_decides_stands_beside_those_that_do_not_for_every_payload_and_by_how_much_it_is_worse()
    {
        var tables = Record(Full).Where(t => t.Title.Contains("where it pays", StringComparison.Ordinal)).ToList();
        tables.Select(t => t.Columns[1]).ShouldBe(["gzip", "zstd 9", "br 5", "lz4", "zstd"]);
        foreach (var table in tables)
        {
            var codec = table.Columns[1];
            table.Columns.ShouldBe(["none", codec, $"{codec} where it pays", "against the better of both"]);
            var rows = Rows(table).Where(levels => levels.All(l => Full.Trials.Any(t => t.Levels.Equals(l)))).ToList();

            // Five payloads, two kinds of call, the loopback; and three lines for codecs of which some payloads pay on all, some on none,
            // and some on a part of them.
            rows.Count.ShouldBe(5 * 2 * (codec is "gzip" or "zstd 9" ? 4 : 1));
            rows.ShouldAllBe(levels => levels[2].Equals(levels[0].With("compression", $"{codec} where it pays"))
                && levels[1].Equals(levels[0].With("compression", codec)));
        }
    }

    [Fact]
    public void A_server_that_decides_has_had_two_downloads_to_try_both_ways()
    {
        var deciding = Full.Trials.Where(t => t.Levels["compression"].EndsWith(" where it pays", StringComparison.Ordinal)).ToList();
        deciding.ShouldAllBe(t => (int)t.Setup.Workload["warm_up_calls"]! >= 2 && (string)t.Setup.Workload["policy"]! == "where-it-pays");
        var one = deciding.First(t => t.Levels["compression"] == "zstd 9 where it pays").Setup.Workload;
        ((string)one["codec"]!, (string)one["level"]!).ShouldBe(("zstd", "9"));
    }

    [Fact]
    public void A_server_that_decides_is_as_warm_as_what_it_stands_beside()
    {
        foreach (var deciding in Full.Trials.Where(t => t.Levels["compression"].EndsWith(" where it pays", StringComparison.Ordinal)))
        {
            foreach (var side in new[] { "none", deciding.Levels["compression"][..^" where it pays".Length] })
            {
                var beside = Full.Trials.Single(t => t.Levels.Equals(deciding.Levels.With("compression", side))).Setup.Workload;
                ((int)beside["warm_up_calls"]!).ShouldBe((int)deciding.Setup.Workload["warm_up_calls"]!, deciding.Id);
                if (side == "none")
                {
                    ((int)beside["calls"]!).ShouldBe((int)deciding.Setup.Workload["calls"]!, deciding.Id);
                }
            }
        }
    }

    [Fact]
    public async Task A_row_says_by_how_much_the_server_that_decides_took_longer_than_the_better_of_both()
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["payload"] = ["json"], ["shape"] = ["one"], ["link"] = ["50mbit", "450mbit"],
                ["compression"] = ["none", "gzip", "gzip where it pays"],
        });
        var record = await Synthetic.RunAsync(plan, new Synthetic.Executor((trial, _) => new ReplicateOutcome.Measured(Figures(trial))));

        var table = record.Tables.ShouldHaveSingleItem();
        table.Rows.Select(r => r.Label).ShouldBe(["measured: json as one message, 50mbit", "measured: json as one message, 450mbit"]);
        table.Rows.Select(r => r.Cells[^1]).ShouldBe([new ComparisonCell("-2.0 %", null), new ComparisonCell("+8.0 %", null)]);
        record.Answer.ShouldContain(
            "a server that decides took at most 8 % longer than the better of both (gzip where it pays, 'json' as one message, on a "
                + "line of 450mbit)");
    }

    // On 50mbit 600 ms plain, 200 compressed and 196 by who decides; on 450mbit 100, 150 and 108.
    private static ReplicateFigures Figures(TrialPlan trial)
    {
        var slow = trial.Levels["link"] == "50mbit";
        double calls = (int)trial.Setup.Workload["calls"]!;
        var ms = trial.Levels["compression"] switch { "none" => slow ? 600 : 100, "gzip" => slow ? 200 : 150, _ => slow ? 196 : 108 };
        return new ReplicateFigures(
            new ProcessFigures { Values = new Dictionary<string, double> { ["cpu_us"] = 1 } },
            new ProcessFigures { Values = new Dictionary<string, double> { ["wall_ms"] = ms * calls, ["calls"] = calls, ["cpu_us"] = 1 } });
    }

    // The tables of which something is measured: the others are left out of a record.
    private static IEnumerable<TableSpec> Record(StudyPlan plan)
    {
        var run = plan.Trials.Select(t => t.Levels).ToHashSet();
        return CompressionStudy.Spec.Tables.Where(table => table.Rows.Any(row => row switch
        {
            MeasuredRow measured => measured.Combinations.Any(l => l is not null && run.Contains(l)),
            ComparedRow compared => compared.Combinations.All(run.Contains),
            _ => false,
        }));
    }

    private static IEnumerable<IReadOnlyList<FactorLevels>> Rows(TableSpec table) =>
        table.Rows.OfType<ComparedRow>().Select(r => r.Combinations);
}
