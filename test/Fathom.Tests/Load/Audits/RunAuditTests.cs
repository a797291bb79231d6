using Fathom.Load.Audits;

namespace Fathom.Tests.Load.Audits;

/// <summary>What makes a run invalid, and what does not.</summary>
public class RunAuditTests
{
    private static readonly AuditInput Good = new()
    {
        IsOpenLoop = true, Wanted = 10_000, Made = 10_000, Seconds = 10, ThreadUse = [0.4, 0.6], LagP99 = 80_000, LatencyP99 = 1e6,
        CollectorPauses = 0.001, AwaySeconds = 0, WasLimited = false,
    };

    [Fact]
    public void A_good_run_has_no_verdict() => RunAudit.Judge(Good).ShouldBeEmpty();

    [Fact]
    public void A_busy_thread_makes_a_run_invalid() => Ids(Good with { ThreadUse = [0.2, 0.97] }).ShouldBe(["generator-busy!"]);

    [Fact]
    public void Calls_that_were_not_sent_make_a_run_invalid_unless_the_server_limited_them()
    {
        Ids(Good with { Made = 9_949 }).ShouldBe(["behind-schedule!"]);
        Ids(Good with { Made = 9_951 }).ShouldBeEmpty();
        Ids(Good with { Made = 5_000, WasLimited = true }).ShouldBe(["streams"]);
        Ids(Good with { IsOpenLoop = false, Wanted = 0, Made = 5, LagP99 = null }).ShouldBeEmpty();
    }

    [Fact]
    public void Lag_counts_when_it_is_most_of_the_latency_and_more_than_a_timers()
    {
        Ids(Good with { LagP99 = 8e6, LatencyP99 = 10e6 }).ShouldBe(["late-calls!"]);
        Ids(Good with { LagP99 = 4e6, LatencyP99 = 10e6 }).ShouldBeEmpty();
        Ids(Good with { LagP99 = 0.9e6, LatencyP99 = 1e6 }).ShouldBeEmpty();
        Ids(Good with { LagP99 = 8e6, LatencyP99 = 10e6, WasLimited = true }).ShouldBe(["streams"]);
    }

    [Fact]
    public void A_server_that_was_away_is_said_to_be_away_and_makes_no_generator_late()
    {
        var away = Good with { AwaySeconds = 2.26, Made = 5_000, LagP99 = 8e6, LatencyP99 = 10e6 };
        var verdict = RunAudit.Judge(away).ShouldHaveSingleItem();
        (verdict.Id, verdict.IsInvalid).ShouldBe(("server-away", false));
        verdict.Text.ShouldStartWith("the server was away for 2.3 s");
    }

    [Fact]
    public void A_short_run_is_called_short_and_not_invalid() =>
        Ids(Good with { Seconds = 0.5, ThreadUse = [1.05], CollectorPauses = 0.1 }).ShouldBe(["short-run"]);

    [Fact]
    public void Pauses_of_the_collector_count_from_a_hundredth_of_the_time() =>
        Ids(Good with { CollectorPauses = 0.11 }).ShouldBe(["collector!"]);

    private static IEnumerable<string> Ids(AuditInput input) => RunAudit.Judge(input).Select(v => v.Id + (v.IsInvalid ? "!" : ""));
}
