using Fathom.Records.Reports.Summary;
using Fathom.Statistics;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Summary;

public sealed class ProofTextTests
{
    [Fact]
    public void A_pair_is_both_trials_with_their_figures_and_how_many_times_larger_the_first_is()
    {
        var record = CommittedRecords.Read("lag-full");
        ProofText.Line(record, record.Findings[0].Pair!)
            .ShouldBe("Write 138 s \u2192 WriteAsync 2.03 s: 68.2 times (95 % interval 34.9 to 69.9)");
    }

    [Fact]
    public void Ends_that_are_no_interval_are_called_a_range()
    {
        var pair = SyntheticRecords.Channels().Findings[0].Pair! with { Ratio = new Estimate(1.7, 1.5, 2) { RangeOf = 3 } };
        ProofText.Times(pair).ShouldBe("1.7 times (range of 3 replicates 1.5 to 2)");
        ProofText.Times(pair with { Ratio = pair.Ratio with { RangeOf = null, Confidence = 0.992 } })
            .ShouldBe("1.7 times (99.2 % interval 1.5 to 2)");
    }

    [Fact]
    public void A_trial_that_was_not_measured_is_named_without_a_figure()
    {
        var record = SyntheticRecords.Channels();
        ProofText.Line(record with { Trials = [] }, record.Findings[0].Pair!).ShouldStartWith("blocking \u2192 awaited: 84.9 times");
    }
}
