using Fathom.Records;
using Fathom.Statistics;

namespace Fathom.Tests.Records;

public class IntervalTextTests
{
    [Fact]
    public void A_ratio_has_an_interval_with_its_confidence_or_a_range()
    {
        var ratio = new Estimate(2, 1, 3);
        IntervalText.Of(ratio with { Confidence = 1 - (2 * 0.05 / 12) }).ShouldBe("99.2 % interval");
        IntervalText.Of(ratio with { RangeOf = 4 }).ShouldBe("range of 4 replicates");
        IntervalText.Of(ratio).ShouldBe("95 % interval");
    }

    [Fact]
    public void Values_of_metrics_have_intervals_ranges_or_both()
    {
        var value = new MetricValue(2, 1, 3, "ms");
        var (interval, range) = (value with { Confidence = 0.96875 }, value with { RangeOf = 5 });
        IntervalText.OfAll([interval, interval]).ShouldBe("interval (95 % or a little more)");
        IntervalText.OfAll([range]).ShouldBe("range of its replicates");
        IntervalText.OfAll([range, interval]).ShouldBe("interval (95 % or a little more), or the range of fewer than 6 replicates,");
        IntervalText.OfAll([value]).ShouldBe("95 % bootstrap interval");
    }
}
