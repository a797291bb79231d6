using Fathom.Records.Reports.Html;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Records.Reports.Html;

public sealed class FigureTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(9426.1, "9,430")]
    [InlineData(999.6, "1,000")]
    [InlineData(999.4, "999")]
    [InlineData(111.04, "111")]
    [InlineData(84.889, "84.9")]
    [InlineData(4.5367, "4.54")]
    [InlineData(0.012345, "0.0123")]
    [InlineData(-0.5, "-0.5")]
    [InlineData(0.00001234, "1.23e-5")]
    [InlineData(8323321856d, "8,320,000,000")]
    [InlineData(1.5e18, "1.5e18")]
    public void Three_digits_are_shown(double value, string shown) =>
        Figure.Show(value).ShouldBe(shown);

    [Fact]
    public void What_is_shown_is_the_value_or_the_value_is_beside_it() => Prop.ForAll(ArbMap.Default.ArbFor<NormalFloat>(), number =>
    {
        var data = Figure.Data(number.Get) ?? Figure.Show(number.Get);
        double.Parse(data, System.Globalization.CultureInfo.InvariantCulture).ShouldBe(number.Get);
        // And what is shown is near it: within half of the third digit.
        var shown = double.Parse(Figure.Show(number.Get), System.Globalization.CultureInfo.InvariantCulture);
        Math.Abs(shown - number.Get).ShouldBeLessThanOrEqualTo(Math.Abs(number.Get) * 5.1e-3);
    }).QuickCheckThrowOnFailure();
}
