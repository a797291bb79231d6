using Fathom.Records.Changes;
using Fathom.Records.Reports.Doctors;
using Fathom.Records;
using Fathom.Records.Doctors;

namespace Fathom.Tests.Records.Changes;

/// <summary>What became of an earlier verdict.</summary>
public class DoctorChangesTests
{
    private static readonly DoctorRecord Slow = SyntheticVerdicts.Of([1_000, 1_010, 1_020, 1_030, 1_040], ["channel-per-call"], []);

    private static readonly DoctorRecord Fast = SyntheticVerdicts.Of([500, 505, 510, 515, 520], [], ["channel-per-call"]);

    [Fact]
    public void A_fix_is_proven_where_the_program_is_faster_and_the_cause_is_gone()
    {
        var change = DoctorChanges.Between(Slow, Fast);

        change.Verdict.ShouldStartWith(
            "The fix is proven: time from start to end 1.02 s then and 510 ms now, and channel-per-call is gone.");
        change.Time!.ShouldSatisfyAllConditions(
            t => t.Kind.ShouldBe(ChangeKind.Better), t => t.Ratio.Value.ShouldBe(0.5, 0.001), t => t.PValue.ShouldBe(2 / 252.0, 1e-6));
        change.Causes.ShouldHaveSingleItem().ShouldSatisfyAllConditions(
            c => c.Became.ShouldBe(CauseFate.Gone), c => c.After.ShouldBe("nothing of it was seen"));
    }

    [Fact]
    public void A_program_that_is_faster_with_its_cause_left_is_no_proof_of_a_fix() =>
        DoctorChanges.Between(Slow, Fast with { Causes = Slow.Causes, RuledOut = [] }).Verdict
            .ShouldStartWith("Better: time from start to end 1.02 s then and 510 ms now; but no cause is gone");

    [Fact]
    public void Four_runs_prove_nothing() =>
        DoctorChanges.Between(Slow, Fast with { Runs = [.. Fast.Runs.Take(4)] }).Verdict.ShouldStartWith("Not proven (4 runs are too few");

    [Fact]
    public void A_program_that_is_slower_is_worse() =>
        DoctorChanges.Between(Fast, Slow).ShouldSatisfyAllConditions(
            c => c.Verdict.ShouldStartWith("Worse: "), c => c.Causes.Single().Became.ShouldBe(CauseFate.New));

    [Fact]
    public void Runs_under_a_change_are_not_those_of_the_unchanged_program() =>
        DoctorChanges.Between(Slow with { Runs = [.. Slow.Runs.Select(r => r with { Change = "A=B" })] }, Fast).ShouldSatisfyAllConditions(
            c => c.Time.ShouldBeNull(), c => c.Verdict.ShouldStartWith("The time was not compared"));

    [Fact]
    public void A_service_is_compared_by_the_time_that_its_cause_is_a_share_of()
    {
        DoctorRecord Service(DoctorRecord record, double[] atOnce, double[] one) => record with
        {
            Target = new("service", "my.Shop/Find"), Metric = null, Runs = [],
            Causes = [.. record.Causes.Select(c => c with { ShareOf = "the time of 32 calls at once" })],
            Times = [new("time of a call, one at a time", "ms", one), new("time of 32 calls at once", "ms", atOnce)],
        };
        var (then, now) = (Service(Slow, [640, 641, 642, 643, 644], [20, 20.1, 20.2, 20.3, 20.4]),
            Service(Fast, [40, 41, 42, 43, 44], [20, 20.1, 20.2, 20.3, 20.4]));
        DoctorChanges.Between(then, now).Verdict.ShouldStartWith(
            "The fix is proven: time of 32 calls at once 642 ms then and 42 ms now, and channel-per-call is gone.");
        DoctorChanges.Between(then, now with { Times = [.. now.Times.Take(1)] }).Time!.Metric.ShouldBe("time of a call, one at a time",
            "fewer calls at once are not the same");
        DoctorChanges.Between(then, now with { Times = [] }).Verdict.ShouldStartWith("The time was not compared");
    }

    [Fact]
    public void A_number_that_is_better_when_it_is_larger_is_compared_as_the_program_prints_it()
    {
        var rate = new DoctorMetric("number it prints", "", "([0-9]+)/s", LargerIsBetter: true);
        DoctorRecord Rates(DoctorRecord record, double rateOfFirst) => record with
        {
            Metric = rate, Runs = [.. record.Runs.Select((r, i) => r with { Value = 1 / (rateOfFirst + i) })],
        };
        DoctorChanges.Between(Rates(Slow, 5_000), Rates(Fast, 9_000)).Time!.ShouldSatisfyAllConditions(
            t => t.Before.ShouldBe(5_002, 0.01), t => t.After.ShouldBe(9_002, 0.01), t => t.Kind.ShouldBe(ChangeKind.Better));
    }

    [Fact]
    public void A_cause_that_could_not_be_looked_at_is_not_gone() =>
        DoctorChanges.Between(Slow, Fast with { RuledOut = [] }).ShouldSatisfyAllConditions(
            c => c.Causes.Single().Became.ShouldBe(CauseFate.NotSeen), c => c.Verdict.ShouldContain("no cause is gone"));

    [Fact]
    public void Another_program_metric_or_machine_is_refused()
    {
        DoctorComparability.Refusals(Slow, Fast with { Target = new("program", "other") }).ShouldHaveSingleItem()
            .ShouldStartWith("one record is of the program 'dotnet x.dll', the other of the program 'other'");
        DoctorComparability.Refusals(Slow, Fast with { Metric = new("number it prints", "", "took (.*) ms", false) })
            .ShouldHaveSingleItem().ShouldBe("one compares the time from start to end, the other the number of 'took (.*) ms', smaller is "
                + "better; repeat one of them with the --metric of the other");
        DoctorComparability.Refusals(Slow, Fast with { Machine = Fast.Machine with { Cores = 8 } }).ShouldHaveSingleItem()
            .ShouldStartWith("they had different numbers of processors (2 and 8)");
        Should.Throw<ArgumentException>(() => DoctorChanges.Between(Slow, Fast with { Target = new("program", "other") }));
    }

    [Fact]
    public void A_record_keeps_the_comparison_and_its_page_shows_it()
    {
        var record = Fast with { Against = DoctorChanges.Between(Slow, Fast) };

        DoctorRecordStore.Check(DoctorRecordStore.Serialize(record)).ShouldBeEmpty();
        DoctorPage.Write(record).ShouldSatisfyAllConditions(
            p => p.ShouldContain("Against the record of 2026-11-23 20:00 (UTC)"), p => p.ShouldContain("The fix is proven: "),
            p => p.ShouldContain("channel-per-call is gone; then 10\u00a0% of the time"));
    }
}
