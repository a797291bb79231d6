using FsCheck;
using FsCheck.Fluent;
using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Changes;

public class RecordChangesTests
{
    private const string Wall = "wall_ms";

    [Fact]
    public void A_trial_that_is_faster_is_better_with_an_interval_that_contains_the_ratio()
    {
        var change = Between(One(1000), One(500)).Metrics.ShouldHaveSingleItem();

        change.Kind.ShouldBe(ChangeKind.Better);
        change.Ratio.Value.ShouldBe(0.5, 0.001);
        change.Ratio.Confidence.ShouldNotBeNull();
        change.Ratio.Low.ShouldBeLessThan(0.5);
        change.Ratio.High.ShouldBeInRange(0.5, 1);
    }

    [Fact]
    public void A_trial_that_is_slower_is_worse() =>
        Between(One(500), One(1000)).Metrics.ShouldHaveSingleItem().Kind.ShouldBe(ChangeKind.Worse);

    [Fact]
    public void The_same_values_are_the_same_by_equivalence() =>
        Between(One(1000), One(1010)).Metrics.ShouldHaveSingleItem().Kind.ShouldBe(ChangeKind.Same);

    [Fact]
    public void A_certain_difference_that_is_too_small_to_matter_is_no_difference() =>
        Between(One(1000), One(1085)).Metrics.ShouldHaveSingleItem().Kind.ShouldBe(ChangeKind.Same);

    [Fact]
    public void Four_replicates_decide_nothing()
    {
        var change = Between(One(1000, 4), One(100, 4)).Metrics.ShouldHaveSingleItem();

        change.Kind.ShouldBe(ChangeKind.Undecided);
        change.Reason.ShouldBe("4 replicates are too few, 5 are needed");
        change.Ratio.RangeOf.ShouldBe(4);
    }

    [Fact]
    public void More_comparisons_make_each_stricter()
    {
        // 5 replicates against 5 reach a two-sided p-value of 2/252: enough for 6 comparisons of 5 %, not for 8.
        Between(Many(6, 1000, 5), Many(6, 100, 5)).Metrics.ShouldAllBe(m => m.Kind == ChangeKind.Better);
        var strict = Between(Many(8, 1000, 5), Many(8, 100, 5)).Metrics;
        strict.ShouldAllBe(m => m.Kind == ChangeKind.Undecided);
        strict[0].Reason.ShouldContain("cannot reach the level");
    }

    [Fact]
    public void Trials_are_matched_by_their_levels_whatever_their_ids()
    {
        var before = SyntheticRecords.Channels();
        var after = before with { Trials = [.. before.Trials.Reverse().Select((t, i) => t with { Id = $"t{i + 1:00}" })] };

        var changes = Between(before, after);

        changes.Metrics.Count.ShouldBe(before.Trials.Count);
        changes.Metrics.ShouldAllBe(m => m.Before.Metrics[Wall].Value.Equals(m.After.Metrics[Wall].Value));
        (changes.OnlyBefore.Count + changes.OnlyAfter.Count).ShouldBe(0);
    }

    [Fact]
    public void A_trial_of_one_record_alone_is_left_over()
    {
        var before = SyntheticRecords.Channels();
        var changes = Between(before, before with { Trials = [.. before.Trials.Skip(2)] });

        changes.OnlyBefore.ShouldBe(["t01", "t02"]);
        changes.OnlyAfter.ShouldBeEmpty();
    }

    [Fact]
    public void Causes_that_came_and_went_are_named()
    {
        var before = SyntheticRecords.Channels();
        var starved = before.Findings.First(f => f.Kind == FindingKind.Finding);
        var changes = Between(before, before with { Findings = [starved] });

        changes.CausesLeft.ShouldBe([starved.Id]);
        changes.CausesGone.ShouldBe(before.Findings.Where(f => f.Kind == FindingKind.Finding && f.Id != starved.Id)
            .Select(f => f.Id).Distinct());
        changes.CausesNew.ShouldBeEmpty();
    }

    [Fact]
    public void Failed_calls_in_one_record_alone_are_a_caveat()
    {
        var before = SyntheticRecords.Channels();
        var after = before with { Trials = [.. before.Trials.Select(t => t with { Errors = 0 })] };

        Between(before, after).Caveats.ShouldContain("t01: 3 failed calls before, 0 after; times of failed calls say little");
    }

    [Fact]
    public void A_metric_that_a_record_lacks_is_refused_with_those_that_both_have() =>
        Should.Throw<ArgumentException>(() => RecordChanges.Between(One(1), One(1), ["wall"]))
            .Message.ShouldStartWith("'wall' is no metric of both records; accepted: wall_ms, ");

    // With nothing changed, at most 5 % of comparisons may name a difference, whatever the noise.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Noise_alone_gives_a_difference_in_at_most_5_percent_of_comparisons(bool isBimodal)
    {
        const int Studies = 1000;
        var random = new Random(7);
        var falseDifferences = Enumerable.Range(0, Studies).Count(_ =>
            Between(Noise(random, isBimodal), Noise(random, isBimodal)).Metrics
                .Any(m => m.Kind is ChangeKind.Better or ChangeKind.Worse));

        // 50 are expected at most; 71 and more have a probability of 0.2 % then (binomial).
        falseDifferences.ShouldBeLessThan(71);
    }

    [Fact]
    public void Exchanging_the_records_inverts_the_ratio_and_the_verdict() => Prop.ForAll(
        Gen.Choose(1, 100_000).ListOf(6).ToArbitrary(), Gen.Choose(1, 100_000).ListOf(7).ToArbitrary(), (some, others) =>
        {
            var (a, b) = (Of([.. some.Select(v => (double)v)]), Of([.. others.Select(v => (double)v)]));
            var (there, back) = (Between(a, b).Metrics[0], Between(b, a).Metrics[0]);
            return Math.Abs((there.Ratio.Value * back.Ratio.Value) - 1) < 1e-9 && Inverse(there.Kind) == back.Kind;
        }).QuickCheckThrowOnFailure();

    private static ChangeKind Inverse(ChangeKind kind) => kind switch
    {
        ChangeKind.Better => ChangeKind.Worse,
        ChangeKind.Worse => ChangeKind.Better,
        _ => kind,
    };

    private static RecordChanges Between(RunRecord before, RunRecord after) => RecordChanges.Between(before, after, [Wall]);

    private static RunRecord One(double wallMs, int replicates = 6) => Of([.. Around(wallMs, replicates)]);

    private static RunRecord Many(int trials, double wallMs, int replicates)
    {
        var whole = SyntheticRecords.Channels();
        return whole with { Trials = [.. whole.Trials.Take(trials).Select(t => With(t, [.. Around(wallMs, replicates)]))] };
    }

    private static RunRecord Noise(Random random, bool isBimodal)
    {
        var whole = SyntheticRecords.Channels();
        double Value() => Math.Exp(random.NextDouble()) * (isBimodal && random.Next(10) < 3 ? 5 : 1);
        return whole with { Trials = [.. whole.Trials.Take(3).Select(t => With(t, [.. Enumerable.Range(0, 6).Select(_ => Value())]))] };
    }

    private static RunRecord Of(IReadOnlyList<double> values)
    {
        var whole = SyntheticRecords.Channels();
        return whole with { Trials = [With(whole.Trials[1], values)] };
    }

    private static IEnumerable<double> Around(double wallMs, int replicates) =>
        Enumerable.Range(0, replicates).Select(i => wallMs * (1 + (0.002 * i)));

    private static TrialResult With(TrialResult trial, IReadOnlyList<double> values) => trial with
    {
        Replicates = [.. values.Select((v, i) => new Replicate(i + 1, i + 1, 0, new Dictionary<string, double> { [Wall] = v }))],
    };
}
