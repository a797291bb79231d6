using Fathom.Statistics.Histograms;

namespace Fathom.Tests.Statistics.Histograms;

public class PercentileTests
{
    [Fact]
    public void A_percentile_of_nothing_is_null()
    {
        Percentile.Of(new List<(double, long)>(), 0.5).ShouldBeNull();
        Percentile.Of(new List<double>(), 0.5).ShouldBeNull();
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0.5, 2)]
    [InlineData(0.51, 3)]
    [InlineData(1, 4)]
    public void A_percentile_of_values_is_one_of_them(double share, double expected) =>
        Percentile.Of(new List<double> { 1, 2, 3, 4 }, share).ShouldBe(expected);
}
