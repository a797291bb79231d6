using Fathom.Statistics;
using Fathom.TestKit.Simulations;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Statistics;

public class RatioTestTests
{
    [Fact]
    public void The_interval_is_every_ratio_that_is_not_rejected()
    {
        var random = new SeededRandom(2);
        for (var study = 0; study < 20; study++)
        {
            var test = Test(random, 5, 6, 1.2, 0.3);
            var interval = test.Interval(0.02).ShouldNotBeNull();
            foreach (var just in new[] { 1e-9, 0.01 })
            {
                // The p-value does not change between its critical ratios: an end is one of them, and still inside.
                test.PValueAbove(interval.Low * (1 + just)).ShouldBeGreaterThan(0.02);
                test.PValueAbove(interval.Low * (1 - just)).ShouldBeLessThanOrEqualTo(0.02);
                test.PValueBelow(interval.High * (1 - just)).ShouldBeGreaterThan(0.02);
                test.PValueBelow(interval.High * (1 + just)).ShouldBeLessThanOrEqualTo(0.02);
            }
        }
    }

    [Fact]
    public void At_the_smallest_level_of_so_many_values_the_interval_is_their_range()
    {
        var test = new RatioTest([20, 30, 40, 50, 60], [2, 3, 4, 5, 6], new SeededRandom(1));
        var interval = test.Interval(1.0 / 252).ShouldNotBeNull();
        foreach (var estimate in new[] { interval, test.Range })
        {
            estimate.Low.ShouldBe(20.0 / 6, 1e-9);
            estimate.High.ShouldBe(30, 1e-9);
        }

        test.Interval(0.999 / 252).ShouldBeNull();
    }

    [Theory]
    [InlineData(0.1, 0.05)]
    [InlineData(1, 0.025)]
    public void The_interval_covers_the_true_ratio_as_often_as_it_says(double noise, double level)
    {
        var random = new SeededRandom(3);
        var (missed, studies) = (0, 2000);
        for (var study = 0; study < studies; study++)
        {
            var interval = Test(random, 5, 7, 1.3, noise).Interval(level).ShouldNotBeNull();
            missed += interval.Low > 1.3 || interval.High < 1.3 ? 1 : 0;
        }

        // The p-values go in steps, so that less than the level is missed at each end; and three standard deviations of 2,000 studies.
        ((double)missed / studies).ShouldBeInRange(1.5 * level, (2 * level) + (3 * Math.Sqrt(2 * level / studies)));
    }

    [Fact]
    public void Many_values_have_random_arrangements_and_the_same_ones_for_decision_and_interval()
    {
        var random = new SeededRandom(4);
        for (var study = 0; study < 5; study++)
        {
            // So close to a p-value of 2 % that arrangements drawn anew would contradict each other.
            var test = Test(random, 15, 15, 1.2, 0.25);
            var p = test.PValueAbove(1);
            test.Interval(p).ShouldNotBeNull().Low.ShouldBeGreaterThan(1);
            test.Interval(p * (1 - 1e-9)).ShouldNotBeNull().Low.ShouldBeLessThanOrEqualTo(1);
        }
    }

    [Fact]
    public void Exchanging_the_sides_inverts_the_ratio_and_its_interval()
    {
        var random = new SeededRandom(6);
        for (var study = 0; study < 20; study++)
        {
            double[] a = Values(random, 5, 1.5, 0.4), b = Values(random, 7, 1, 0.4);
            var (there, back) = (new RatioTest(a, b, random).Interval(0.03)!, new RatioTest(b, a, random).Interval(0.03)!);
            there.Value.ShouldBe(1 / back.Value, 1e-9);
            there.Low.ShouldBe(1 / back.High, 1e-9);
            there.High.ShouldBe(1 / back.Low, 1e-9);
        }
    }

    [Fact]
    public void The_ratio_lies_in_its_interval_which_a_smaller_level_widens()
    {
        var size = Gen.Choose(5, 8);
        var any = from values in Gen.Choose(1, 5000).ListOf(16) from first in size from second in size select (values, first, second);
        Prop.ForAll(any.ToArbitrary(), data =>
        {
            var values = data.values.Select(v => (double)v).ToArray();
            var test = new RatioTest(values.AsSpan(0, data.first), values.AsSpan(8, data.second), new SeededRandom(1));
            var (wide, narrow) = (test.Interval(0.004)!, test.Interval(0.05)!);
            wide.Low.ShouldBeLessThanOrEqualTo(narrow.Low);
            narrow.Low.ShouldBeLessThanOrEqualTo(test.Ratio * (1 + 1e-12));
            narrow.High.ShouldBeGreaterThanOrEqualTo(test.Ratio * (1 - 1e-12));
            wide.High.ShouldBeGreaterThanOrEqualTo(narrow.High);
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_value_that_has_no_logarithm_is_refused(double value) =>
        Should.Throw<ArgumentException>(() => new RatioTest([1, value], [1, 2], new SeededRandom(1))).Message.ShouldContain("are accepted");

    private static RatioTest Test(SeededRandom random, int above, int below, double ratio, double noise) =>
        new(Values(random, above, ratio, noise), Values(random, below, 1, noise), random);

    private static double[] Values(SeededRandom random, int count, double median, double noise) =>
        [.. Enumerable.Range(0, count).Select(_ => median * Noise.LogNormal(random, noise))];
}
