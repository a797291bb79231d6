using Fathom.Statistics;
using Fathom.TestKit;
using Fathom.TestKit.Simulations;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Statistics;

public class EquivalenceTestTests
{
    private static readonly EquivalenceTest Margin = EquivalenceTest.WithinTwentyPercent;

    // The worst that is no equivalence: a true ratio at an end of the margin.
    [Theory]
    [InlineData(0.8, 0.05)]
    [InlineData(1.25, 0.05)]
    [InlineData(1.25, 0.01)]
    public void A_true_ratio_at_the_margin_is_called_equivalent_no_more_often_than_the_level(double ratio, double level)
    {
        var random = new SeededRandom(7);
        var (equivalent, studies) = (0, Thorough.Count(2000, 20_000));
        for (var study = 0; study < studies; study++)
        {
            equivalent += PermutationTest.IsWithin(Margin.PValue(Test(random, ratio, 0.05)), level) ? 1 : 0;
        }

        ((double)equivalent / studies).ShouldBeLessThanOrEqualTo(level + (3 * Math.Sqrt(level / studies)));
        equivalent.ShouldBeGreaterThan(0, "the level is nearly used up");
    }

    [Fact]
    public void Equal_sides_are_equivalent_where_the_noise_is_small_against_the_margin_and_not_where_it_is_large()
    {
        var random = new SeededRandom(8);
        int Equivalent(double noise) => Enumerable.Range(0, 200).Count(_ => Margin.PValue(Test(random, 1, noise)) <= 0.05);
        Equivalent(0.05).ShouldBeGreaterThan(190);
        Equivalent(0.5).ShouldBeLessThan(10);
    }

    [Fact]
    public void A_wider_margin_never_gives_a_larger_p_value()
    {
        var any = from values in Gen.Choose(80, 125).ListOf(10) from low in Gen.Choose(50, 98) from high in Gen.Choose(102, 200)
                  select (values, low, high);
        Prop.ForAll(any.ToArbitrary(), data =>
        {
            var values = data.values.Select(v => (double)v).ToArray();
            var test = new RatioTest(values.AsSpan(0, 5), values.AsSpan(5, 5), new SeededRandom(1));
            var (narrow, wide) = (new EquivalenceTest(data.low / 100.0, data.high / 100.0),
                new EquivalenceTest((data.low - 1) / 100.0, (data.high + 1) / 100.0));
            wide.PValue(test).ShouldBeLessThanOrEqualTo(narrow.PValue(test));
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Exchanging_the_sides_changes_nothing()
    {
        var random = new SeededRandom(9);
        for (var study = 0; study < 50; study++)
        {
            double[] a = [.. Enumerable.Range(0, 5).Select(_ => Noise.LogNormal(random, 0.1))],
                b = [.. Enumerable.Range(0, 6).Select(_ => Noise.LogNormal(random, 0.1))];
            Margin.PValue(new(a, b, random)).ShouldBe(Margin.PValue(new(b, a, random)), 1e-12);
        }
    }

    [Theory]
    [InlineData(0, 1.2)]
    [InlineData(1, 1.2)]
    [InlineData(0.8, 1)]
    public void A_margin_that_does_not_contain_1_is_refused(double low, double high) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new EquivalenceTest(low, high));

    private static RatioTest Test(SeededRandom random, double ratio, double noise) => new(
        [.. Enumerable.Range(0, 5).Select(_ => ratio * Noise.LogNormal(random, noise))],
        [.. Enumerable.Range(0, 5).Select(_ => Noise.LogNormal(random, noise))], random);
}
