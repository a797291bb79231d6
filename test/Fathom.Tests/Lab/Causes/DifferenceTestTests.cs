using Fathom.Lab.Causes;
using Fathom.Statistics;
using Fathom.Tests.Statistics;

namespace Fathom.Tests.Lab.Causes;

public class DifferenceTestTests
{
    [Fact]
    public void An_effect_of_a_third_in_ten_percent_noise_is_found_nearly_always()
    {
        var random = new SeededRandom(5);
        var test = new DifferenceTest(4, 1);
        var found = 0;
        for (var i = 0; i < 200; i++)
        {
            var slow = Enumerable.Range(1, 5).Select(b => new Sample(b, 1.34 * Noise.LogNormal(random, 0.1))).ToList();
            var fast = Enumerable.Range(1, 5).Select(b => new Sample(b, Noise.LogNormal(random, 0.1))).ToList();
            found += test.Compare(slow, fast, $"{i}").Supported ? 1 : 0;
        }

        found.ShouldBeGreaterThan(140);
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(3, true)]
    public void Three_replicates_are_the_fewest(int replicates, bool supported)
    {
        var slow = Enumerable.Range(1, replicates).Select(b => new Sample(b, 9400 + b)).ToList();
        var fast = Enumerable.Range(1, 5).Select(b => new Sample(b, 110 + b)).ToList();
        new DifferenceTest(4, 1).Compare(slow, fast, "few").Supported.ShouldBe(supported);
    }

    [Fact]
    public void Three_replicates_do_not_carry_a_ratio_below_three()
    {
        var slow = Enumerable.Range(1, 3).Select(b => new Sample(b, 290 + b)).ToList();
        var fast = Enumerable.Range(1, 5).Select(b => new Sample(b, 110 + b)).ToList();
        var difference = new DifferenceTest(1, 1).Compare(slow, fast, "few");
        difference.Supported.ShouldBeFalse();
        difference.Reason.ShouldContain("the whole interval must lie beyond 3");
    }

    [Fact]
    public void A_certain_ratio_that_does_not_matter_is_no_finding()
    {
        var slow = Enumerable.Range(1, 5).Select(b => new Sample(b, 1.05 + (b * 1e-6))).ToList();
        var fast = Enumerable.Range(1, 5).Select(b => new Sample(b, 1 + (b * 1e-6))).ToList();
        new DifferenceTest(1, 1).Compare(slow, fast, "small").Reason.ShouldContain("below 1.1");
    }

    // Of the arrangements of 8 twos in 12 and 3 in 12 one in 20 is as extreme, p = 0.0498; the median of the first is 1 in many
    // resamplings.
    [Fact]
    public void An_interval_that_contains_1_carries_no_finding_though_ratio_and_p_would()
    {
        var difference = new DifferenceTest(comparisons: 1, seed: 1).Compare(Twos(8), Twos(3), "interval");

        difference.Ratio.Value.ShouldBe(2);
        difference.PValue.ShouldBe(0.0498, 0.0001);
        difference.Ratio.Low.ShouldBeLessThanOrEqualTo(1);
        difference.Supported.ShouldBeFalse();
        difference.Reason.ShouldContain("contains 1");
    }

    [Fact]
    public void A_p_value_within_the_share_of_one_comparison_is_beyond_the_share_of_one_among_thirteen()
    {
        Sample[] slow = [.. Enumerable.Range(0, 5).Select(block => new Sample(block, 200 + block))];
        Sample[] fast = [.. Enumerable.Range(0, 5).Select(block => new Sample(block, 100 + block))];

        // Complete separation of five and five is one arrangement of 252: p = 0.00397.
        new DifferenceTest(comparisons: 12, seed: 1).Compare(slow, fast, "share").Supported.ShouldBeTrue();
        var beyond = new DifferenceTest(comparisons: 13, seed: 1).Compare(slow, fast, "share");
        beyond.Supported.ShouldBeFalse();
        beyond.Reason.ShouldContain("share");
    }

    private static Sample[] Twos(int count) => [.. Enumerable.Range(0, 12).Select(block => new Sample(block, block < count ? 2 : 1))];
}
