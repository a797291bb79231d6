using Fathom.Records.Reports.Pictures;

namespace Fathom.Tests.Records.Reports.Pictures;

public sealed class LatencyDistributionTests
{
    private readonly LatencyDistribution _distribution = new([new(100, 50), new(150, 0), new(200, 40), new(1000, 9), new(5000, 1)]);

    [Theory]
    [InlineData(0, 100)]
    [InlineData(0.5, 100)]
    [InlineData(0.51, 200)]
    [InlineData(0.9, 200)]
    [InlineData(0.99, 1000)]
    [InlineData(1, 5000)]
    public void A_quantile_is_the_upper_bound_of_its_bucket(double quantile, double us) => _distribution.At(quantile).ShouldBe(us);

    [Fact]
    public void The_curve_ends_at_the_slowest_call()
    {
        var curve = _distribution.Curve();
        curve[0].ShouldBe((0, 100));
        curve[1].ShouldBe((0.5, 100));
        curve[^1].Us.ShouldBe(5000);
        curve[^1].Quantile.ShouldBe(100 / 101.0);
    }
}
