using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Statistics;

public class PermutationTestTests
{
    [Theory]
    [InlineData(3, 3, 1.0 / 20)]
    [InlineData(3, 5, 1.0 / 56)]
    [InlineData(5, 5, 1.0 / 252)]
    public void Complete_separation_is_one_arrangement_of_all(int larger, int smaller, double p) =>
        P(
            Enumerable.Range(100, larger).Select(v => (double)v).ToArray(),
            Enumerable.Range(1, smaller).Select(v => (double)v).ToArray(),
            new SeededRandom(1)).ShouldBe(p, 1e-12);

    [Fact]
    public void Equal_values_are_no_evidence() =>
        P([2, 2, 2, 2, 2], [2, 2, 2, 2, 2], new SeededRandom(1)).ShouldBe(1);

    [Fact]
    public void The_other_direction_is_no_evidence() =>
        P([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], new SeededRandom(1)).ShouldBe(1);

    // Times and their inverses, rates, say the same: so it is for logarithms, and for plain differences it is not.
    [Fact]
    public void Times_and_the_rates_that_they_are_give_one_p_value()
    {
        var random = new SeededRandom(5);
        for (var i = 0; i < 20; i++)
        {
            var slow = Enumerable.Range(0, 5).Select(_ => Noise.LogNormal(random, 1)).ToArray();
            var fast = Enumerable.Range(0, 6).Select(_ => Noise.LogNormal(random, 1)).ToArray();
            P([.. fast.Select(v => 1 / v)], [.. slow.Select(v => 1 / v)], random)
                .ShouldBe(P(slow, fast, random), 1e-12);
        }
    }

    [Fact]
    public void Without_an_effect_small_p_values_are_as_rare_as_they_say()
    {
        var random = new SeededRandom(11);
        var below = 0;
        const int Studies = 2000;
        for (var i = 0; i < Studies; i++)
        {
            var a = Enumerable.Range(0, 5).Select(_ => Noise.LogNormal(random, 1)).ToArray();
            var b = Enumerable.Range(0, 5).Select(_ => Noise.LogNormal(random, 1)).ToArray();
            below += P(a, b, random) <= 0.05 ? 1 : 0;
        }

        // 5 % of 2,000, give or take three standard deviations.
        below.ShouldBeInRange(70, 130);
    }

    [Fact]
    public void Many_values_are_sampled_and_never_give_zero()
    {
        var larger = Enumerable.Range(1000, 20).Select(v => (double)v).ToArray();
        var smaller = Enumerable.Range(1, 20).Select(v => (double)v).ToArray();
        P(larger, smaller, new SeededRandom(1)).ShouldBeInRange(double.Epsilon, 1e-4);
    }

    private static double P(double[] larger, double[] smaller, SeededRandom random) =>
        new RatioTest(larger, smaller, random).PValueAbove(1);
}
