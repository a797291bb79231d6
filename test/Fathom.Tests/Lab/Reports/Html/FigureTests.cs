using Fathom.Lab.Reports.Html;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Lab.Reports.Html;

public sealed class FigureTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(9426.1, "9,426")]
    [InlineData(999.96, "1,000")]
    [InlineData(999.94, "999.9")]
    [InlineData(111.04, "111")]
    [InlineData(84.889, "84.89")]
    [InlineData(4.5367, "4.537")]
    [InlineData(0.012345, "0.01235")]
    [InlineData(-0.5, "-0.5")]
    [InlineData(0.00001234, "1.234e-5")]
    [InlineData(8323321856d, "8,323,321,856")]
    [InlineData(1.5e18, "1.5e18")]
    public void Four_digits_are_shown_and_whole_numbers_from_a_thousand_on(double value, string shown) =>
        Figure.Show(value).ShouldBe(shown);

    [Fact]
    public void What_is_shown_is_the_value_or_the_value_is_beside_it() => Prop.ForAll(ArbMap.Default.ArbFor<NormalFloat>(), number =>
    {
        var data = Figure.Data(number.Get) ?? Figure.Show(number.Get);
        double.Parse(data, System.Globalization.CultureInfo.InvariantCulture).ShouldBe(number.Get);
        // And what is shown is near it: within half of the fourth digit.
        var shown = double.Parse(Figure.Show(number.Get), System.Globalization.CultureInfo.InvariantCulture);
        Math.Abs(shown - number.Get).ShouldBeLessThanOrEqualTo(Math.Abs(number.Get) * 5.1e-4);
    }).QuickCheckThrowOnFailure();
}
