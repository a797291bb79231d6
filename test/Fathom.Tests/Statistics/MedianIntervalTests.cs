using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Statistics;

public class MedianIntervalTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(5)]
    public void Five_values_or_fewer_have_a_range_and_no_interval_of_95_percent(int count)
    {
        var estimate = MedianInterval.Of([.. Enumerable.Range(1, count).Select(v => (double)v)], 0.95);
        (estimate.Low, estimate.High, estimate.RangeOf, estimate.Confidence).ShouldBe((1, count, count, null));
    }

    // Tables of the sign test: from 6 values on the first and the last, from 9 the second, from 12 the third, for at least 95 %.
    [Theory]
    [InlineData(6, 1, 0.96875)]
    [InlineData(8, 1, 0.9921875)]
    [InlineData(9, 2, 0.9609375)]
    [InlineData(12, 3, 0.96142578125)]
    public void More_have_one_between_two_of_the_values(int count, int from, double confidence)
    {
        var estimate = MedianInterval.Of([.. Enumerable.Range(1, count).Select(v => (double)v).Reverse()], 0.95);
        (estimate.Low, estimate.High, estimate.RangeOf).ShouldBe((from, count + 1 - from, null));
        estimate.Confidence!.Value.ShouldBe(confidence, 1e-12);
    }

    [Theory]
    [InlineData(6)]
    [InlineData(9)]
    public void It_covers_the_true_median_as_often_as_it_says(int count)
    {
        var random = new SeededRandom(1);
        var (covered, studies) = (0, 4000);
        var says = 0.0;
        for (var study = 0; study < studies; study++)
        {
            var estimate = MedianInterval.Of([.. Enumerable.Range(0, count).Select(_ => Noise.LogNormal(random, 1))], 0.95);
            covered += estimate.Low <= 1 && 1 <= estimate.High ? 1 : 0;
            says = estimate.Confidence!.Value;
        }

        ((double)covered / studies).ShouldBe(says, 3 * Math.Sqrt(says * (1 - says) / studies));
    }

    [Fact]
    public void The_median_of_nothing_is_refused() => Should.Throw<ArgumentException>(() => MedianInterval.Of([], 0.95));
}
