using Fathom.Records.Comparing;
using Fathom.Statistics;
using Fathom.TestKit.Simulations;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Diagnosis.Causes.Comparing;

public class DifferenceTestTests
{
    [Fact]
    public void An_effect_of_a_third_in_ten_percent_noise_is_found_nearly_always()
    {
        var random = new SeededRandom(5);
        var found = 0;
        for (var i = 0; i < 200; i++)
        {
            var slow = Samples(5, _ => 1.34 * Noise.LogNormal(random, 0.1));
            var fast = Samples(5, _ => Noise.LogNormal(random, 0.1));
            found += Judge(slow, fast, comparisons: 4).Supported ? 1 : 0;
        }

        found.ShouldBeGreaterThan(160);
    }

    [Theory]
    [InlineData(0, "one of the trials has no replicate")]
    [InlineData(1, "1 replicates are too few, 5 are needed")]
    [InlineData(3, "3 replicates are too few, 5 are needed")]
    [InlineData(4, "4 replicates are too few, 5 are needed")]
    [InlineData(5, null)]
    public void Fewer_than_five_replicates_decide_nothing_however_large_the_ratio(int replicates, string? reason)
    {
        var difference = Judge(Samples(replicates, b => 9400 + b), Samples(20, b => 110 + b), comparisons: 1);
        difference.Supported.ShouldBe(reason is null);
        difference.Reason.ShouldContain(reason ?? "p = ");
        // What so few were is a range, and no interval.
        difference.Ratio.RangeOf.ShouldBe(reason is null ? null : replicates);
        (difference.PValue is null).ShouldBe(reason is not null);
    }

    [Fact]
    public void A_range_is_from_the_smallest_ratio_of_two_values_to_the_largest()
    {
        var ratio = Judge([new(1, 20), new(2, 30), new(3, 40)], [new(1, 2), new(2, 4)], comparisons: 1).Ratio;
        (ratio.Low, ratio.High, ratio.RangeOf, ratio.Confidence).ShouldBe((5, 20, 2, null));
        ratio.Value.ShouldBe(Math.Cbrt(20 * 30 * 40) / Math.Sqrt(8), 1e-9);
    }

    [Fact]
    public void A_certain_ratio_that_does_not_matter_is_no_finding()
    {
        var difference = Judge(Samples(5, b => 1.05 + (b * 1e-6)), Samples(5, b => 1 + (b * 1e-6)), comparisons: 1);
        difference.Supported.ShouldBeFalse();
        difference.Reason.ShouldContain("below 1.1");
    }

    [Fact]
    public void A_value_that_is_not_positive_is_no_finding_and_no_error()
    {
        var difference = Judge(Samples(5, b => 100 + b), Samples(5, b => b - 1), comparisons: 1);
        difference.Supported.ShouldBeFalse();
        difference.Reason.ShouldContain("not positive");
    }

    [Fact]
    public void A_p_value_within_the_share_of_one_comparison_is_beyond_the_share_of_one_among_thirteen()
    {
        var (slow, fast) = (Samples(5, b => 200 + b), Samples(5, b => 100 + b));

        // Complete separation of five and five is one arrangement of 252: p = 0.00397.
        Judge(slow, fast, comparisons: 12).Supported.ShouldBeTrue();
        var beyond = Judge(slow, fast, comparisons: 13);
        beyond.Supported.ShouldBeFalse();
        beyond.Reason.ShouldContain("5 replicates cannot reach this comparison's level of 0.0038");
        beyond.Ratio.RangeOf.ShouldBe(5);
    }

    // 13 comparisons of five against five: none can be decided as the first of thirteen. Each that is decided leaves more to the rest.
    [Fact]
    public void A_comparison_that_is_found_leaves_its_share_to_the_others()
    {
        var clear = new ComparedSamples(Samples(7, b => 200 + b), Samples(7, b => 100 + b), ComparisonQuestion.Difference, "clear");
        var five = new ComparedSamples(Samples(5, b => 200 + b), Samples(5, b => 100 + b), ComparisonQuestion.Difference, "five");
        var nothing = new ComparedSamples(Samples(5, b => 100 + b), Samples(5, b => 100 + b), ComparisonQuestion.Difference, "nothing");

        var judged = DifferenceTest.Judge([nothing, clear, five, .. Enumerable.Repeat(nothing, 10)], seed: 1);

        judged.Select(j => j.Supported).ShouldBe([false, true, true, .. Enumerable.Repeat(false, 10)]);
        judged[1].Level.ShouldBe(0.05 / 13);
        judged[2].Level.ShouldBe(0.05 / 12);
        judged[0].Level.ShouldBe(0.05 / 11);
    }

    [Fact]
    public void A_comparison_that_was_not_measured_counts_as_one()
    {
        var measured = new ComparedSamples(Samples(5, b => 200 + b), Samples(5, b => 100 + b), ComparisonQuestion.Difference, "a");
        var absent = new ComparedSamples([], [], ComparisonQuestion.Difference, "b");

        DifferenceTest.Judge([measured, .. Enumerable.Repeat(absent, 11)], seed: 1)[0].Supported.ShouldBeTrue();
        DifferenceTest.Judge([measured, .. Enumerable.Repeat(absent, 12)], seed: 1)[0].Supported.ShouldBeFalse();
    }

    [Fact]
    public void The_interval_excludes_1_exactly_where_the_test_rejects_at_the_level_used() => Prop.ForAll(
        Comparisons.ToArbitrary(), comparisons =>
    {
        foreach (var difference in DifferenceTest.Judge(comparisons, seed: 1).Where(d => d.Ratio.Confidence is not null))
        {
            var rejected = PermutationTest.IsWithin(difference.PValue!.Value, difference.Level);
            (difference.Ratio.Low > 1).ShouldBe(rejected);
            difference.Ratio.Confidence!.Value.ShouldBe(1 - (2 * difference.Level));
            difference.Supported.ShouldBe(rejected && difference.Ratio.Value >= DifferenceTest.MinRatio);
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void An_equivalence_holds_exactly_where_the_interval_lies_within_the_margin() => Prop.ForAll(
        Comparisons.ToArbitrary(), comparisons =>
    {
        var asked = comparisons.Select(c => c with { Asks = ComparisonQuestion.Equivalence }).ToList();
        foreach (var difference in DifferenceTest.Judge(asked, seed: 1).Where(d => d.Ratio.Confidence is not null))
        {
            difference.Supported.ShouldBe(difference.Ratio.Low > 0.8 && difference.Ratio.High < 1.25);
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_missing_difference_is_no_equivalence()
    {
        // The same values on both sides, from 1 to 1.9: no difference, and too much noise to exclude one.
        var noisy = Samples(5, b => 1 + (b * 0.18));
        Judge(noisy, noisy, 1).Supported.ShouldBeFalse();
        Judge(noisy, noisy, 1, ComparisonQuestion.Equivalence).Supported.ShouldBeFalse();
        var quiet = Samples(5, b => 1 + (b * 0.01));
        Judge(quiet, quiet, 1, ComparisonQuestion.Equivalence).Supported.ShouldBeTrue();
    }

    [Fact]
    public void More_comparisons_share_the_false_findings_and_may_need_more_pairs() =>
        Enumerable.Range(1, 20).Select(DifferenceTest.MinPairsFor).ShouldBe(
            [.. Enumerable.Repeat(8, 10), .. Enumerable.Repeat(9, 10)]);

    [Theory]
    [InlineData(7, false)]
    [InlineData(8, true)]
    public void Fewer_than_eight_pairs_decide_nothing_however_large_the_ratio(int pairs, bool isSupported)
    {
        var difference = DifferenceTest.Judge([Paired(Samples(pairs, b => 9400 + b), Samples(pairs, b => 110 + b))], seed: 1)[0];
        difference.Supported.ShouldBe(isSupported);
        difference.Reason.ShouldContain(isSupported ? "p = 0.0039" : "7 pairs are too few, 8 are needed");
        difference.Ratio.RangeOf.ShouldBe(isSupported ? null : pairs);
    }

    // Each pair is 30 times as slow as the one before it, and always slower than its partner by a fifth.
    [Fact]
    public void What_disturbs_both_of_a_pair_hides_no_difference_between_them()
    {
        Sample[] slow = Samples(8, b => 1.2 * Math.Pow(30, b)), fast = Samples(8, b => Math.Pow(30, b));
        var paired = DifferenceTest.Judge([Paired(slow, fast)], seed: 1)[0];
        paired.Supported.ShouldBeTrue();
        paired.Ratio.Low.ShouldBe(1.2, 1e-9);
        paired.Ratio.High.ShouldBe(1.2, 1e-9);
        Judge(slow, fast, comparisons: 1).Supported.ShouldBeFalse();
    }

    [Fact]
    public void A_run_whose_partner_was_not_made_is_not_compared()
    {
        var slow = Samples(9, b => b == 4 ? 1 : 200 + b);
        var without = Paired(slow, [.. Samples(9, b => 100 + b).Where(s => s.Block != 4).Reverse()]);
        without.Fewest.ShouldBe(8);
        var difference = DifferenceTest.Judge([without], seed: 1)[0];
        difference.Supported.ShouldBeTrue();
        difference.PValue.ShouldBe(1.0 / 256);
    }

    private static ComparedSamples Paired(Sample[] baseline, Sample[] counterfactual) =>
        new(baseline, counterfactual, ComparisonQuestion.Difference, "paired") { IsPaired = true };

    // Values that tie often, and values that do not; some comparisons with a clear difference.
    private static Gen<List<ComparedSamples>> Comparisons { get; } =
        from count in Gen.Choose(1, 12)
        from comparisons in Comparison.ListOf(count)
        select comparisons.ToList();

    private static Gen<ComparedSamples> Comparison =>
        from sizes in Gen.Two(Gen.Choose(5, 8))
        from shift in Gen.Elements(1, 1, 1.05, 1.3, 3)
        from steps in Gen.Elements(3, 1000)
        from spread in Gen.Elements(0.01, 0.1, 1)
        from values in Gen.Choose(0, steps).ListOf(16)
        from paired in Gen.Elements(true, false)
        let all = values.Select(v => Math.Exp(spread * v / steps)).ToList()
        select new ComparedSamples(
            [.. all.Take(sizes.Item1).Select((v, i) => new Sample(i, shift * v))],
            [.. all.Skip(8).Take(sizes.Item2).Select((v, i) => new Sample(i, v))],
            ComparisonQuestion.Difference, "any") { IsPaired = paired };

    private static PairDifference Judge(
        Sample[] baseline, Sample[] counterfactual, int comparisons, ComparisonQuestion asks = ComparisonQuestion.Difference) =>
        DifferenceTest.Judge(
            [new(baseline, counterfactual, asks, "judged"),
                .. Enumerable.Repeat(new ComparedSamples([], [], asks, "other"), comparisons - 1)],
            seed: 1)[0];

    private static Sample[] Samples(int count, Func<int, double> value) =>
        [.. Enumerable.Range(1, count).Select(block => new Sample(block, value(block)))];
}
