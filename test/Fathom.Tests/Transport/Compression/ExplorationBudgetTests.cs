using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class ExplorationBudgetTests
{
    private readonly ExplorationBudget _budget = new();

    [Fact]
    public void A_trial_is_paid_from_three_hundredths_of_the_time_of_messages()
    {
        // It costs 0.3 s more: ten messages of a second have saved as much.
        var ways = new CostEstimate(Chosen: 1, Alternative: 1.3, IsStream: false);
        var messages = 0;
        for (; !_budget.TryStart(ways, mayBeFirst: false, lasts: true); messages++)
        {
            _budget.AddTime(1.001);
        }

        messages.ShouldBe(10);
        _budget.TryStart(ways, mayBeFirst: false, lasts: true).ShouldBeFalse("it is spent");
        _budget.TryContinue(ways).ShouldBeFalse("one message is a trial");
    }

    [Theory]
    [InlineData(1, 2.9, true)]
    [InlineData(1, 3.1, false)]
    [InlineData(0.01, 0.15, true)]
    [InlineData(0.01, 0.17, false)]
    public void The_first_need_not_be_saved_for_where_it_costs_no_more_than_twice_a_message_or_150_ms(
        double chosen, double other, bool begins)
    {
        var ways = new CostEstimate(chosen, other, IsStream: false);
        _budget.TryStart(ways, mayBeFirst: false, lasts: true).ShouldBeFalse();
        _budget.TryStart(ways, mayBeFirst: true, lasts: true).ShouldBe(begins);
        _budget.TryStart(ways, mayBeFirst: true, lasts: true).ShouldBeFalse("there is one first, or none");
    }

    [Theory]
    [InlineData(false, 3.9, true)]
    [InlineData(false, 4.1, false)]
    [InlineData(true, 9.9, true)]
    [InlineData(true, 10.1, false)]
    public void What_takes_many_times_as_long_is_not_tried_whatever_was_saved(bool inStream, double times, bool begins)
    {
        _budget.AddTime(1e6);
        _budget.TryStart(new CostEstimate(1, times, inStream), mayBeFirst: false, lasts: true).ShouldBe(begins);
    }

    [Fact]
    public void What_seems_to_cost_nothing_is_thought_to_cost_a_tenth()
    {
        var ways = new CostEstimate(Chosen: 1, Alternative: 0.5, IsStream: false);
        _budget.AddTime(3.3);
        _budget.TryStart(ways, mayBeFirst: false, lasts: true).ShouldBeFalse();
        _budget.AddTime(0.1);
        _budget.TryStart(ways, mayBeFirst: false, lasts: true).ShouldBeTrue();
    }

    [Fact]
    public void In_a_stream_it_goes_on_until_what_was_set_aside_is_used_up_or_it_is_ended()
    {
        // Each message costs 1 ms more; 30 ms are set aside at the most, of which the first takes one.
        var ways = new CostEstimate(Chosen: 0.001, Alternative: 0.002, IsStream: true);
        _budget.TryStart(ways, mayBeFirst: true, lasts: true).ShouldBeTrue();
        var messages = 1;
        while (_budget.TryContinue(ways))
        {
            messages++;
        }

        messages.ShouldBeInRange(29, 30, "a thousandth of what is left may be rounded away");
        _budget.TryContinue(ways).ShouldBeFalse();

        _budget.AddTime(10);
        _budget.TryStart(ways, mayBeFirst: false, lasts: true).ShouldBeTrue();
        _budget.StopTrial();
        _budget.TryContinue(ways).ShouldBeFalse();
    }

    [Fact]
    public void What_is_overdrawn_leaves_nothing_for_the_next()
    {
        _budget.AddTime(1000);
        _budget.Spend();
        _budget.TryStart(new CostEstimate(1, 1.3, IsStream: false), mayBeFirst: false, lasts: true).ShouldBeFalse();
    }
}
