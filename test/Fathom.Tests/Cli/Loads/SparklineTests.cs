using Fathom.Cli.Commands.Loads;

namespace Fathom.Tests.Cli.Loads;

/// <summary>Values as bars.</summary>
public class SparklineTests
{
    [Fact]
    public void Bars_go_from_zero_to_the_highest_of_the_latest_values()
    {
        Sparkline.Of([0, 50, 100]).ShouldBe("▁▅█");
        Sparkline.Of([0, 0]).ShouldBe("▁▁");
        Sparkline.Of([]).ShouldBe("");
        Sparkline.Of(Enumerable.Range(0, 100).Select(i => (double)i)).Length.ShouldBe(30);
    }
}
