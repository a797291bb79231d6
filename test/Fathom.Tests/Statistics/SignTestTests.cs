using Fathom.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Statistics;

public class SignTestTests
{
    // Tables of the binomial distribution with probability 1/2.
    [Theory]
    [InlineData(0, 8, 1)]
    [InlineData(8, 8, 1 / 256.0)]
    [InlineData(7, 8, 9 / 256.0)]
    [InlineData(9, 10, 11 / 1024.0)]
    [InlineData(0, 0, 1)]
    public void The_probability_of_a_table(int count, int all, double probability) =>
        SignTest.AtLeast(count, all).ShouldBe(probability, 1e-12);

    // Every arrangement of signs is as likely as another: all are counted.
    [Fact]
    public void It_is_the_share_of_all_arrangements_of_signs()
    {
        for (var all = 1; all <= 12; all++)
        {
            for (var count = 0; count <= all; count++)
            {
                var arrangements = Enumerable.Range(0, 1 << all).Count(signs => int.PopCount(signs) >= count);
                SignTest.AtLeast(count, all).ShouldBe((double)arrangements / (1 << all), 1e-12);
            }
        }
    }

    [Fact]
    public void The_fewest_values_can_reject_and_one_less_cannot() => Prop.ForAll(
        Gen.Choose(1, 9_999).Select(l => l / 10_000.0).ToArbitrary(), level =>
    {
        var fewest = SignTest.FewestFor(level);
        (2 * SignTest.AtLeast(fewest, fewest)).ShouldBeLessThanOrEqualTo(level + 1e-9);
        (fewest == 1 || 2 * SignTest.AtLeast(fewest - 1, fewest - 1) > level).ShouldBeTrue();
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(-1, 3)]
    [InlineData(4, 3)]
    public void A_count_that_cannot_be_is_refused(int count, int all) =>
        Should.Throw<ArgumentOutOfRangeException>(() => SignTest.AtLeast(count, all));
}
