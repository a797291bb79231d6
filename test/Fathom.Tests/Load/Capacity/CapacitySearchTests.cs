using Fathom.Load.Capacity;
using Fathom.Statistics;

namespace Fathom.Tests.Load.Capacity;

/// <summary>The search finds the capacity of simulated servers, also of noisy ones, and never by one lucky window.</summary>
public class CapacitySearchTests
{
    [Theory]
    [InlineData(100, 7)]
    [InlineData(100, 99)]
    [InlineData(100, 850)]
    [InlineData(100, 123_456)]
    [InlineData(5000, 20)]
    public void The_capacity_of_a_sharp_server_is_between_two_rates_a_tenth_apart(double first, double capacity)
    {
        var result = Search(new CapacitySearch(first), rate => rate <= capacity ? WindowOutcome.Holds : WindowOutcome.Fails);
        result.Holds.ShouldNotBeNull().ShouldBeLessThanOrEqualTo(capacity);
        result.Fails.ShouldNotBeNull().ShouldBeGreaterThan(capacity);
        (result.Fails!.Value / result.Holds!.Value).ShouldBeLessThanOrEqualTo(CapacitySearch.Precision + 1e-9);
        result.Windows.ShouldBeLessThan(40);
    }

    [Fact]
    public void A_lucky_window_above_the_capacity_is_not_the_answer()
    {
        // Above 1,000 calls per second one window in five is lucky; the answer must hold three times in a row at the end.
        var beyond = 0;
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new SeededRandom(seed);
            var result = Search(new CapacitySearch(100), rate =>
                rate <= 1000 || random.NextDouble() < 0.2 ? WindowOutcome.Holds : WindowOutcome.Fails);
            beyond += result.Holds > 1000 * CapacitySearch.Precision ? 1 : 0;
        }

        beyond.ShouldBeLessThanOrEqualTo(10);
    }

    [Fact]
    public void An_unlucky_window_below_the_capacity_does_not_end_the_search_low()
    {
        var low = 0;
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new SeededRandom(seed);
            var result = Search(new CapacitySearch(100), rate =>
                rate > 1000 || random.NextDouble() < 0.05 ? WindowOutcome.Fails : WindowOutcome.Holds);
            low += result.Holds is not { } holds || holds < 800 ? 1 : 0;
        }

        low.ShouldBeLessThanOrEqualTo(10);
    }

    [Fact]
    public void A_server_that_never_holds_has_no_capacity()
    {
        var result = Search(new CapacitySearch(100), _ => WindowOutcome.Fails);
        (result.Holds, result.IsGeneratorLimited).ShouldBe((null, false));
        result.Fails!.Value.ShouldBeLessThan(2);
    }

    [Fact]
    public void A_generator_that_ends_before_the_server_is_named_as_the_limit()
    {
        var result = Search(new CapacitySearch(100), rate => rate <= 5000 ? WindowOutcome.Holds : WindowOutcome.GeneratorLimited);
        result.IsGeneratorLimited.ShouldBeTrue();
        result.Holds!.Value.ShouldBeInRange(4500, 5000);
    }

    private static CapacityResult Search(CapacitySearch search, Func<double, WindowOutcome> window)
    {
        while (search.NextRate is { } rate)
        {
            search.Report(window(rate));
        }

        return search.Result!;
    }
}
