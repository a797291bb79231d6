using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Experiments;

/// <summary>Calls, one at a time, a few of which take long; and whether those in flight do together.</summary>
public class UnevenCallsTests
{
    private const int AtOnce = 8;

    [Theory]
    [InlineData(3, 14)]
    [InlineData(2, 500)]
    [InlineData(3, 21)]
    public void Calls_of_which_few_take_long_are_even(int count, double ms) =>
        UnevenCalls.Of([.. Enumerable.Repeat(10.0, 90), .. Enumerable.Repeat(ms, count)]).ShouldBeNull();

    // What takes less than 5 ms longer is noise.
    [Fact]
    public void Short_calls_vary_by_more_than_twice() =>
        UnevenCalls.Of([.. Enumerable.Repeat(1.0, 90), .. Enumerable.Repeat(5.0, 30)]).ShouldBeNull();

    [Fact]
    public void What_calls_that_take_long_cost_is_of_the_time_of_all()
    {
        var uneven = UnevenCalls.Of([.. Enumerable.Repeat(10.0, 90), 410, 510, 610]).ShouldNotBeNull();
        uneven.ShouldBe(new(1_500 / 2_430.0, 3, 93, 10, 510));
        uneven.AreTogether.ShouldBeNull("that was not looked at");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    public void Calls_in_flight_while_something_stands_still_take_long_together(int phase) =>
        Look(i => (i + phase) % 100 < AtOnce).ShouldBe(true);

    [Fact]
    public void Calls_that_take_long_by_themselves_do_so_beside_others() =>
        Look(i => i % 9 == 0).ShouldBe(false);

    [Fact]
    public void Where_more_than_a_quarter_take_long_neighbours_are_by_chance() =>
        Look(i => i % 3 == 0).ShouldBeNull();

    [Fact]
    public void Where_each_of_four_takes_long_by_chance_hardly_ever_are_they_said_to_do_so_together()
    {
        var random = SeededRandom.For(1, "calls that take long by chance");
        Enumerable.Range(0, 500).Count(_ => Look(_ => random.NextDouble() < 0.24) == true).ShouldBeLessThan(10);
    }

    // A row of calls of 10 ms, of which some take 200.
    private static bool? Look(Func<int, bool> isLong)
    {
        var calls = Enumerable.Range(0, 600).Select(i => (StartMs: i * 5.0, TookMs: isLong(i) ? 200.0 : 10.0))
            .OrderBy(c => c.StartMs + c.TookMs).ToList();
        var row = new ServiceTrialResult(
            3_200, [.. calls.Select(c => c.TookMs)], [.. calls.Select(c => c.StartMs + c.TookMs)], BesideTimes.None);
        return new UnevenCalls(0.3, 10, 100, 10, 200) { Pairs = UnevenCalls.PairsOf(row, AtOnce) }.AreTogether;
    }
}
