using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.SubjectProtocol;
using static Fathom.Tests.Studies.CompressionPlans;

namespace Fathom.Tests.Studies;

/// <summary>The servers of the study <c>compression</c> that decide where it pays: what they are compared with, and how.</summary>
public class CompressionDecidingServerTests
{
    [Fact]
    public void The_server_that_decides_stands_beside_those_that_do_not_for_every_payload_and_by_how_much_it_is_worse()
    {
        var tables = TablesOf(Full).Where(t => t.Title.Contains("where it pays", StringComparison.Ordinal)).ToList();
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
    public void A_row_says_by_how_much_the_server_that_decides_took_longer_than_the_better_of_both()
    {
        var plan = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["payload"] = ["json"], ["shape"] = ["one"], ["link"] = ["50mbit", "450mbit"],
                ["compression"] = ["none", "gzip", "gzip where it pays"],
        });
        var record = Synthetic.Measure(plan, (trial, _) => Figures(trial));

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

    private static IEnumerable<IReadOnlyList<FactorLevels>> Rows(TableSpec table) =>
        table.Rows.OfType<ComparedRow>().Select(r => r.Combinations);
}
