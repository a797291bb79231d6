using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.Records.Loads;
using Fathom.Statistics;
using Fathom.TestKit;

namespace Fathom.Tests.Records.Changes;

/// <summary>What changed between two runs of load, from blocks of their seconds.</summary>
public class LoadChangesTests
{
    [Fact]
    public void A_latency_that_halved_is_better_and_a_rate_that_did_not_change_is_the_same()
    {
        var changes = LoadChanges.Between(Noisy(1, 1_000), Noisy(2, 500), []);

        Of(changes, "latency_p99").ShouldSatisfyAllConditions(
            c => c.Kind.ShouldBe(ChangeKind.Better), c => c.Change!.Value.ShouldBe(0.5, 0.05),
            c => c.Change!.Confidence.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(0.95));
        Of(changes, "rate").Kind.ShouldBe(ChangeKind.Same);
    }

    [Fact]
    public void A_figure_of_the_whole_run_alone_has_no_interval_and_says_so() =>
        Of(LoadChanges.Between(Noisy(1, 1_000), Noisy(2, 100), []), "latency_p90").ShouldSatisfyAllConditions(
            c => c.Kind.ShouldBe(ChangeKind.Undecided), c => c.Change.ShouldBeNull(),
            c => c.Reason.ShouldStartWith("no interval: one run"));

    [Fact]
    public void Failed_calls_are_compared_by_their_share_also_where_there_were_none()
    {
        var changes = LoadChanges.Between(
            SyntheticLoads.Of(20, _ => (100, 0, 10, 20)), SyntheticLoads.Of(20, n => (100, 4 + (n % 2), 10, 20)), []);

        Of(changes, LoadChanges.Failed).ShouldSatisfyAllConditions(
            c => c.Kind.ShouldBe(ChangeKind.Worse), c => c.Change!.Value.ShouldBe(0.045, 0.001), c => c.After.ShouldBe(0.045, 0.001));
        changes.Failures["UNAVAILABLE"].ShouldBe((0, 90));
    }

    [Fact]
    public void A_run_that_is_too_short_for_five_blocks_decides_nothing() =>
        LoadChanges.Between(SyntheticLoads.Of(4, _ => (100, 0, 10, 20)), SyntheticLoads.Of(20, _ => (100, 0, 5, 10)), [])
            .Figures.ShouldAllBe(f => f.Kind == ChangeKind.Undecided);

    [Fact]
    public void An_invalid_run_decides_nothing_and_is_the_first_thing_that_is_said_of_it()
    {
        var invalid = Noisy(2, 500) with
        {
            Valid = false, Verdicts = [new LoadVerdict("generator-busy", true, "busy")],
        };
        var changes = LoadChanges.Between(Noisy(1, 1_000), invalid, []);

        changes.Figures.ShouldAllBe(f => f.Kind == ChangeKind.Undecided);
        changes.Caveats.ShouldContain(c => c.StartsWith("the second run is invalid (generator-busy)", StringComparison.Ordinal));
    }

    [Fact]
    public void A_second_in_which_no_call_ended_counts_in_the_rate()
    {
        // Every fourth second stalls: it has no entry in the record.
        var stalled = SyntheticLoads.Of(40, n => n % 4 == 0 ? (0, 0, 0, 0) : (100, 0, 10, 20));
        var changes = LoadChanges.Between(SyntheticLoads.Of(40, _ => (100, 0, 10, 20)), stalled, []);

        Of(changes, "rate").ShouldSatisfyAllConditions(
            c => c.Kind.ShouldBe(ChangeKind.Worse), c => c.Change!.Value.ShouldBe(0.75, 0.01));
    }

    [Fact]
    public void Fewer_figures_are_compared_where_they_are_named() =>
        LoadChanges.Between(Noisy(1, 1_000), Noisy(2, 500), ["latency_p99"]).Figures.Select(f => f.Figure).ShouldBe(["latency_p99"]);

    [Fact]
    public void A_figure_that_is_not_there_is_refused_with_those_that_are() =>
        Should.Throw<ArgumentException>(() => LoadChanges.Between(Noisy(1, 1_000), Noisy(2, 500), ["speed"])).Message.ShouldContain(
            "'speed' is no figure of both records; accepted: rate, failed, latency_p50, latency_p90, latency_p99");

    [Fact]
    public void Where_nothing_changed_at_most_one_comparison_in_twenty_says_that_something_did()
    {
        var runs = Thorough.Count(200, 500, 2_000);
        var wrong = Enumerable.Range(0, runs).Count(i => LoadChanges
            .Between(Noisy((2 * i) + 1, 1_000, 0.4), Noisy((2 * i) + 2, 1_000, 0.4), []).Figures
            .Any(f => f.Kind is ChangeKind.Better or ChangeKind.Worse));

        // 5 %, and three standard deviations of so many runs.
        (wrong / (double)runs).ShouldBeLessThanOrEqualTo(0.05 + (3 * Math.Sqrt(0.05 * 0.95 / runs)));
    }

    private static LoadFigureChange Of(LoadChanges changes, string figure) => changes.Figures.Single(f => f.Figure == figure);

    private static LoadRecord Noisy(int seed, double p99, double noise = 0.05)
    {
        var random = SeededRandom.For(seed, "seconds");
        double Noise() => 1 + (noise * ((2 * random.NextDouble()) - 1));
        return SyntheticLoads.Of(30, _ => ((long)(1_000 * Noise()), 0, 100 * Noise(), p99 * Noise()));
    }
}
