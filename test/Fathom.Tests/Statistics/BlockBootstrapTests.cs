using Fathom.Statistics;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Statistics;

public class BlockBootstrapTests
{
    [Fact]
    public void The_interval_of_five_values_covers_the_true_median_about_as_often_as_it_says()
    {
        var random = new SeededRandom(1);
        var covered = 0;
        for (var study = 0; study < 500; study++)
        {
            var values = Enumerable.Range(1, 5).Select(b => new Sample(b, 100 + Noise.Normal(random))).ToList();
            var estimate = BlockBootstrap.Median(values, 0.95, new SeededRandom(study));
            covered += estimate.Low <= 100 && 100 <= estimate.High ? 1 : 0;
        }

        // Theory: the median lies outside all five values in 2 of 2^5 cases, 6 %; and a little more for the percentiles.
        covered.ShouldBeInRange(450, 490);
    }

    [Fact]
    public void What_strikes_a_whole_block_leaves_the_ratio_alone()
    {
        double[] mood = [1, 1.5, 0.7, 2, 1.2];
        var above = mood.Select((m, i) => new Sample(i + 1, 20 * m)).ToList();
        var below = mood.Select((m, i) => new Sample(i + 1, 10 * m)).ToList();
        var ratio = BlockBootstrap.Ratio(above, below, 0.95, new SeededRandom(3));
        ratio.Value.ShouldBe(2, 1e-9);
        ratio.Low.ShouldBe(2, 1e-9);
        ratio.High.ShouldBe(2, 1e-9);
    }

    [Fact]
    public void Unlike_numbers_of_replicates_are_compared_all_the_same()
    {
        var above = new[] { 9.4, 9.5, 9.6 }.Select((v, i) => new Sample(i + 1, v)).ToList();
        var below = new[] { 0.10, 0.11, 0.12, 0.13, 0.09 }.Select((v, i) => new Sample(i + 1, v)).ToList();
        var ratio = BlockBootstrap.Ratio(above, below, 0.95, new SeededRandom(3));
        ratio.Value.ShouldBe(9.5 / 0.11, 1e-9);
        ratio.Low.ShouldBeInRange(9.4 / 0.13, ratio.Value);
        ratio.High.ShouldBeInRange(ratio.Value, 9.6 / 0.09);
    }

    [Fact]
    public void The_same_seed_gives_the_same_interval()
    {
        var values = Enumerable.Range(1, 7).Select(b => new Sample(b, b * b)).ToList();
        BlockBootstrap.Median(values, 0.9, new SeededRandom(5)).ShouldBe(BlockBootstrap.Median(values, 0.9, new SeededRandom(5)));
    }

    [Theory]
    [InlineData(new double[] { 3 }, 3)]
    [InlineData(new double[] { 5, 1, 3 }, 3)]
    [InlineData(new double[] { 4, 1, 3, 2 }, 2.5)]
    public void The_median_is_the_middle(double[] values, double median) => Sample.Median(values).ShouldBe(median);

    [Fact]
    public void The_median_of_nothing_is_refused() => Should.Throw<ArgumentException>(() => Sample.Median([]));
}
