using Fathom.Load.Counting;
using Fathom.Load.Thresholds;

namespace Fathom.Tests.Load.Thresholds;

/// <summary>Thresholds: what parses, and what holds.</summary>
public class LoadThresholdTests
{
    [Theory]
    [InlineData("p99<20ms", LoadFigure.Percentile, 99, 20e6)]
    [InlineData("p99.9 <= 1.5s", LoadFigure.Percentile, 99.9, 1.5e9)]
    [InlineData("mean<500us", LoadFigure.Mean, 0, 500e3)]
    [InlineData("max<2m", LoadFigure.Max, 0, 120e9)]
    [InlineData("errors<1%", LoadFigure.Errors, 0, 0.01)]
    [InlineData("errors<=0.5", LoadFigure.Errors, 0, 0.5)]
    [InlineData("rate>=1000", LoadFigure.Rate, 0, 1000)]
    [InlineData("rate>10.5/s", LoadFigure.Rate, 0, 10.5)]
    public void A_threshold_is_read_with_its_unit(string text, LoadFigure figure, double percent, double limit)
    {
        var threshold = LoadThreshold.TryParse(text).ShouldNotBeNull();
        (threshold.Figure, threshold.Percent).ShouldBe((figure, percent));
        threshold.Limit.ShouldBe(limit, limit * 1e-12);
    }

    [Theory]
    [InlineData("")]
    [InlineData("p99")]
    [InlineData("p99<")]
    [InlineData("p99<20")]
    [InlineData("p101<20ms")]
    [InlineData("p99=20ms")]
    [InlineData("p99<20ms<30ms")]
    [InlineData("latency<20ms")]
    [InlineData("errors<200%")]
    [InlineData("rate>fast")]
    [InlineData("p-1<20ms")]
    [InlineData("p99<-20ms")]
    public void Other_text_is_no_threshold(string text) => LoadThreshold.TryParse(text).ShouldBeNull();

    [Fact]
    public void A_run_without_calls_holds_no_threshold()
    {
        var empty = new CallTally(2);
        foreach (var text in new[] { "p99<20ms", "mean<1s", "max<1s", "errors<1%", "rate>1" })
        {
            ThresholdResult.Of(LoadThreshold.TryParse(text)!, empty, 1).Holds.ShouldBeFalse(text);
        }
    }

    [Fact]
    public void A_run_is_judged_by_what_it_measured()
    {
        var tally = new CallTally(2);
        for (var i = 1; i <= 100; i++)
        {
            tally.Add(0, new CallCompletion(i == 100 ? 1 : 0, 0, i * 1_000_000, 0, 0), isOpenLoop: false);
        }

        bool Holds(string text) => ThresholdResult.Of(LoadThreshold.TryParse(text)!, tally, 2).Holds;
        (Holds("p50<51ms"), Holds("p50<49ms")).ShouldBe((true, false));
        (Holds("errors<=1%"), Holds("errors<1%")).ShouldBe((true, false));
        (Holds("rate>=49"), Holds("rate>50")).ShouldBe((true, false));
        (Holds("max<100ms"), Holds("max<98ms")).ShouldBe((true, false));
    }
}
