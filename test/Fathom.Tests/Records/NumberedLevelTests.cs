using Fathom.Records;

namespace Fathom.Tests.Records;

public sealed class NumberedLevelTests
{
    [Theory]
    [InlineData("50mbit", 50, "mbit")]
    [InlineData("0.5%", 0.5, "%")]
    [InlineData("10000", 10000, "")]
    public void A_number_with_a_unit_is_read(string level, double value, string unit) =>
        NumberedLevel.Read(level).ShouldBe(new NumberedLevel(value, unit));

    [Theory]
    [InlineData("50mbit", 50.0)]
    [InlineData("50mb", null)]
    [InlineData("50", null)]
    public void The_rate_of_a_line_is_in_megabits(string level, double? megabits) =>
        NumberedLevel.Read(level)!.Value.Mbit.ShouldBe(megabits);

    [Theory]
    [InlineData("none")]
    [InlineData("65535-fixed")]
    [InlineData("")]
    [InlineData("1.2.3s")]
    [InlineData("-5ms")]
    [InlineData("5 ms")]
    public void Anything_else_is_no_number(string level) => NumberedLevel.Read(level).ShouldBeNull();
}
