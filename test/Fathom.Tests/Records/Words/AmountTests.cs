using Fathom.Records.Words;

namespace Fathom.Tests.Records.Words;

public sealed class AmountTests
{
    [Theory]
    [InlineData(9933.2858, "ms", "9.93 s")]
    [InlineData(265.04, "ms", "265 ms")]
    [InlineData(999.9, "ms", "1 s")]
    [InlineData(0.5, "ms", "500 \u00b5s")]
    [InlineData(19533.5, "us", "19.5 ms")]
    [InlineData(43.71, "us", "43.7 \u00b5s")]
    [InlineData(0.4, "us", "400 ns")]
    [InlineData(0, "ms", "0 ms")]
    [InlineData(1405.107, "s", "1,410 s")]
    [InlineData(4050007, "bytes", "4.05 MB")]
    [InlineData(512, "bytes", "512 bytes")]
    [InlineData(0, "bytes", "0 bytes")]
    [InlineData(12100, "Mbit/s", "12.1 Gbit/s")]
    [InlineData(150, "mbit", "150 Mbit/s")]
    [InlineData(58823.5, "1/s", "58,800 a second")]
    [InlineData(51, "count", "51")]
    [InlineData(99.756, "%", "99.8 %")]
    [InlineData(196.4, "MB/s", "196 MB/s")]
    public void A_figure_has_three_digits_and_a_unit_that_people_hold(double value, string unit, string shown) =>
        Amount.Show(value, unit).ShouldBe(shown);

    [Fact]
    public void Both_ends_of_a_range_have_the_unit_of_the_larger_one()
    {
        Amount.Range(900, 1500, "ms").ShouldBe("0.9 \u2013 1.5 s");
        Amount.Range(36.549, 40.878, "", " to ").ShouldBe("36.5 to 40.9");
    }
}
