using Fathom.Statistics;
using Fathom.TestKit.Simulations;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Statistics;

/// <summary>The permutation test of pairs.</summary>
public class SignFlipTests
{
    [Theory]
    [InlineData(1, 0.5)]
    [InlineData(5, 1.0 / 32)]
    [InlineData(8, 1.0 / 256)]
    [InlineData(12, 1.0 / 4096)]
    public void A_value_that_is_larger_in_every_pair_is_one_exchange_of_all(int pairs, double p)
    {
        double[] larger = [.. Enumerable.Range(1, pairs).Select(v => v + 0.5)], smaller = [.. Enumerable.Range(1, pairs)];
        var test = PermutationTest.OfPairs(larger, smaller, new SeededRandom(1));
        test.IsExact.ShouldBeTrue();
        test.PValueAbove(0).ShouldBe(p);
        test.SmallestP.ShouldBe(p);
        PermutationTest.SmallestPOfPairs(pairs).ShouldBe(p);
        test.PValueBelow(0).ShouldBe(1);
    }

    // By hand: of the eight ways to give three differences a sign, two have a mean of at least (3 + 2 - 1) / 3.
    [Fact]
    public void The_p_value_is_the_share_of_exchanges_with_a_difference_at_least_as_large()
    {
        var test = PermutationTest.OfPairs([13, 22, 29], [10, 20, 30], new SeededRandom(1));
        test.Difference.ShouldBe(4.0 / 3, 1e-12);
        test.PValueAbove(0).ShouldBe(2.0 / 8);
        test.PValueBelow(0).ShouldBe(7.0 / 8);
    }

    [Fact]
    public void The_test_is_that_of_every_exchange_made_by_hand()
    {
        var any = from count in Gen.Choose(1, 10)
                  from first in Gen.Choose(1, 9).ListOf(count)
                  from second in Gen.Choose(1, 9).ListOf(count)
                  select (First: first.Select(v => (double)v).ToArray(), Second: second.Select(v => (double)v).ToArray());
        Prop.ForAll(any.ToArbitrary(), pairs =>
        {
            var differences = pairs.First.Zip(pairs.Second, (a, b) => a - b).ToList();
            var measured = differences.Sum();
            var asLarge = Enumerable.Range(0, 1 << differences.Count)
                .Count(set => differences.Select((d, i) => (set >> i & 1) == 1 ? -d : d).Sum() >= measured - 1e-9);
            PermutationTest.OfPairs(pairs.First, pairs.Second, new SeededRandom(1)).PValueAbove(0)
                .ShouldBe((double)asLarge / (1 << differences.Count));
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Without_an_effect_small_p_values_are_as_rare_as_they_say_however_the_pairs_differ()
    {
        var random = new SeededRandom(11);
        var (below, studies) = (0, 2000);
        for (var study = 0; study < studies; study++)
        {
            var pairs = Enumerable.Range(0, 8).Select(_ => Noise.Pareto(random, 1)).ToArray();
            var test = RatioTest.OfPairs(
                [.. pairs.Select(p => p * Noise.LogNormal(random, 0.3))], [.. pairs.Select(p => p * Noise.LogNormal(random, 0.3))], random);
            below += test.PValueAbove(1) <= 0.05 ? 1 : 0;
        }

        // 12 of 256 exchanges are 4.7 % of 2,000, give or take three standard deviations.
        below.ShouldBeInRange(65, 123);
    }

    [Theory]
    [InlineData(0.1, 0.05)]
    [InlineData(1, 0.02)]
    public void The_interval_covers_the_true_ratio_as_often_as_it_says(double noise, double level)
    {
        var random = new SeededRandom(3);
        var (missed, studies) = (0, 2000);
        for (var study = 0; study < studies; study++)
        {
            var pairs = Enumerable.Range(0, 8).Select(_ => Noise.LogNormal(random, 1)).ToArray();
            var interval = RatioTest.OfPairs(
                [.. pairs.Select(p => p * 1.3 * Noise.LogNormal(random, noise))],
                [.. pairs.Select(p => p * Noise.LogNormal(random, noise))], random).Interval(level).ShouldNotBeNull();
            missed += interval.Low > 1.3 || interval.High < 1.3 ? 1 : 0;
        }

        ((double)missed / studies).ShouldBeInRange(1.5 * level, (2 * level) + (3 * Math.Sqrt(2 * level / studies)));
    }

    [Fact]
    public void Many_pairs_have_random_exchanges_and_never_give_zero()
    {
        double[] larger = [.. Enumerable.Range(1, 40).Select(v => v + 0.5)], smaller = [.. Enumerable.Range(1, 40)];
        var test = PermutationTest.OfPairs(larger, smaller, new SeededRandom(1));
        test.IsExact.ShouldBeFalse();
        test.PValueAbove(0).ShouldBeInRange(double.Epsilon, 1e-4);
    }

    [Fact]
    public void A_value_without_a_partner_is_refused() =>
        Should.Throw<ArgumentException>(() => PermutationTest.OfPairs([1, 2], [1], new SeededRandom(1))).Message
            .ShouldContain("2 values against 1 are no pairs");
}
