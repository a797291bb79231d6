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
}
