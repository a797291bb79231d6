using Fathom.Lab.Reports.Pictures;

namespace Fathom.Tests.Lab.Reports.Pictures;

public sealed class NumberedLevelTests
{
    [Theory]
    [InlineData("50mbit", 50, "mbit")]
    [InlineData("0.5%", 0.5, "%")]
    [InlineData("10000", 10000, "")]
    public void A_number_with_a_unit_is_read(string level, double value, string unit) => NumberedLevel.Read(level).ShouldBe(new NumberedLevel(value, unit));

    [Theory]
    [InlineData("none")]
    [InlineData("65535-fixed")]
    [InlineData("")]
    [InlineData("1.2.3s")]
    [InlineData("-5ms")]
    [InlineData("5 ms")]
    public void Anything_else_is_no_number(string level) => NumberedLevel.Read(level).ShouldBeNull();
}
