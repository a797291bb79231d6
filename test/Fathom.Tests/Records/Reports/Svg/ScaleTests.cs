using Fathom.Records.Reports.Svg;

namespace Fathom.Tests.Records.Reports.Svg;

public sealed class ScaleTests
{
    [Theory]
    [InlineData(9426, "0 2,000 4,000 6,000 8,000 10,000")]
    [InlineData(1, "0 0.2 0.4 0.6 0.8 1")]
    [InlineData(0, "0 0.2 0.4 0.6 0.8 1")]
    [InlineData(0.003, "0 0.001 0.002 0.003")]
    public void A_linear_scale_begins_at_zero_and_ends_at_a_round_number(double high, string ticks) =>
        Labels(new LinearScale(0, high, 0, 100)).ShouldBe(ticks);

    [Fact]
    public void A_linear_scale_is_even()
    {
        var scale = new LinearScale(0, 10, 20, 120);
        (scale.At(0), scale.At(5), scale.At(10), scale.At(99)).ShouldBe((20, 70, 120, 120));
        new LinearScale(-10, 10, 0, 100).At(0).ShouldBe(50);
    }

    [Fact]
    public void A_log_scale_gives_every_decade_the_same_room()
    {
        var scale = new LogScale(3, 4000, 0, 400);
        Labels(scale).ShouldBe("1 10 100 1,000 10,000");
        scale.Ticks.Select(t => Math.Round(scale.At(t.Value), 6)).ShouldBe([0, 100, 200, 300, 400]);
        scale.At(0).ShouldBe(0);
    }

    [Fact]
    public void A_log_scale_of_few_decades_has_ticks_between() => Labels(new LogScale(100, 900, 0, 100)).ShouldBe("100 200 500 1,000");

    [Theory]
    [InlineData(50, 450, "50 100 200 500")]
    [InlineData(72, 648, "50 100 200 500 1,000")]
    [InlineData(90, 90, "50 100")]
    [InlineData(100, 100, "100 200")]
    [InlineData(20, 30000, "100 1,000 10,000")]
    public void A_tight_log_scale_ends_at_1_2_or_5(double low, double high, string ticks) =>
        Labels(new LogScale(low, high, 0, 100, isTight: true)).ShouldBe(ticks);

    [Fact]
    public void A_scale_says_what_it_reaches()
    {
        var scale = new LogScale(50, 450, 0, 100, isTight: true);
        new[] { 49, 50, 500, 501, 0, -1.0 }.Select(scale.Reaches).ShouldBe([false, true, true, false, false, false]);
    }

    [Fact]
    public void A_scale_of_nines_gives_every_nine_the_same_room_and_ends_where_the_calls_do()
    {
        var scale = new NinesScale(999, 0, 300);
        Labels(scale).ShouldBe("0 50 % 90 % 99 % 99.9 %");
        Math.Round(scale.At(0.99) - scale.At(0.9), 6).ShouldBe(100);
        scale.At(1).ShouldBe(300);
    }

    [Fact]
    public void Labels_at_the_ends_of_lines_keep_apart_and_above_the_axis()
    {
        var places = LabelPlacement.Spread([(10, 95), (12, 97), (14, 96), (300, 96)], 100);
        places.ShouldBe([72, 100, 86, 96]);
    }

    private static string Labels(Scale scale) => string.Join(' ', scale.Ticks.Select(t => t.Label));
}
