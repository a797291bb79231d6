using Fathom.Load.Audits;
using Fathom.Load.Counting;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Results;
using Fathom.Load.Schedules;

namespace Fathom.Tests.Load.Audits;

/// <summary>What makes a run invalid, and what does not.</summary>
public class RunAuditTests
{
    private static readonly GeneratorFigures Generator = new(10, 10, [0.4, 0.6], 1, 0, 0, 0, false);

    [Fact]
    public void A_good_run_has_no_verdict() => Ids(Run()).ShouldBeEmpty();

    [Fact]
    public void A_busy_thread_makes_a_run_invalid() =>
        Ids(Run() with { Generator = Generator with { LoopUse = [0.2, 0.97] } }).ShouldBe(["generator-busy!"]);

    [Fact]
    public void Calls_that_were_not_sent_make_a_run_invalid_unless_the_server_limited_them()
    {
        Ids(Run(made: 9_949)).ShouldBe(["behind-schedule!"]);
        Ids(Run(made: 9_951)).ShouldBeEmpty();
        Ids(Run(made: 5_000) with { Generator = Generator with { WasLimited = true } }).ShouldBe(["streams"]);
        Ids(Run(made: 5_000) with { End = LoadEnd.Cancelled }).ShouldBeEmpty("of a run that ended early nothing is known");
        Ids(Run(made: 5) with { Plan = new LoadPlan { Concurrency = 1, Limits = PlanLimits.None } }).ShouldBeEmpty();
    }

    [Fact]
    public void Lag_counts_when_it_is_most_of_the_latency_and_more_than_a_timers()
    {
        Ids(Run(lag: 8_000_000, latency: 10_000_000)).ShouldBe(["late-calls!"]);
        Ids(Run(lag: 4_000_000, latency: 10_000_000)).ShouldBeEmpty();
        Ids(Run(lag: 900_000, latency: 1_000_000)).ShouldBeEmpty();
        Ids(Run(lag: 8_000_000, latency: 10_000_000) with { Generator = Generator with { WasLimited = true } }).ShouldBe(["streams"]);
    }

    [Fact]
    public void A_server_that_was_away_is_said_to_be_away_and_makes_no_generator_late()
    {
        var away = Run(5_000, 8_000_000, 10_000_000) with { Generator = Generator with { AwaySeconds = 2.26 } };
        var verdict = RunAudit.Judge(away).ShouldHaveSingleItem();
        (verdict.Id, verdict.IsInvalid).ShouldBe(("server-away", false));
        verdict.Text.ShouldStartWith("the server was away for 2.3 s");
    }

    [Fact]
    public void A_short_run_is_called_short_and_not_invalid() =>
        Ids(Run() with
        {
            Generator = Generator with { Seconds = 0.5, LoopUse = [1.05] }, CollectorPauses = TimeSpan.FromSeconds(0.1),
        }).ShouldBe(["short-run"]);

    [Fact]
    public void Pauses_of_the_collector_count_from_a_hundredth_of_the_time() =>
        Ids(Run() with { CollectorPauses = TimeSpan.FromSeconds(0.11) }).ShouldBe(["collector!"]);

    // 10 s of 1,000 calls a second; times in nanoseconds.
    private static LoadResult Run(long made = 10_000, long lag = 80_000, long latency = 1_000_000)
    {
        var total = new CallTally(1);
        total.AddCalls(0, made, succeeded: true);
        total.Lag.Count(lag);
        total.Latency.Count(latency);
        return new LoadResult
        {
            Plan = new LoadPlan { Rate = RateProfile.Constant(1_000), Limits = new PlanLimits(null, TimeSpan.FromSeconds(10)) },
            Began = DateTimeOffset.UnixEpoch, End = LoadEnd.PlanDone, Total = total, WarmUpCalls = 0, OutcomeNames = ["OK"],
            Explanations = [null], Seconds = [], SecondHistograms = new Dictionary<int, string>(), Generator = Generator,
            CollectorPauses = TimeSpan.FromMilliseconds(1),
        };
    }

    private static IEnumerable<string> Ids(LoadResult result) => RunAudit.Judge(result).Select(v => v.Id + (v.IsInvalid ? "!" : ""));
}
