using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;

namespace Fathom.Tests.Load.Pacing;

/// <summary>When calls are due, in virtual time.</summary>
public class PacerTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void A_late_call_of_an_open_loop_keeps_its_intended_start()
    {
        var pacer = Open(1000, new PlanLimits(null, null));
        pacer.TryTake(0, out var first).ShouldBeTrue();
        pacer.TryTake(0, out _).ShouldBeFalse();
        first.Intended.ShouldBe(0);

        // Nothing was sent for a second: a thousand calls are due, each with the start that it should have had.
        var late = new List<CallTicket>();
        while (pacer.TryTake(Second, out var ticket))
        {
            late.Add(ticket);
        }

        late.Count.ShouldBe(1000);
        late.Select(t => t.Intended).ShouldBe(Enumerable.Range(1, 1000).Select(i => i * Second / 1000));
        pacer.NextDue.ShouldBe(Second + (Second / 1000));
    }

    [Fact]
    public void A_closed_loop_starts_a_call_whenever_it_is_asked_until_its_limits()
    {
        var pacer = new ClosedLoopPacer(PlanSlot.Whole, new PlanLimits(3, null, WarmUp: 1));
        var taken = new List<CallTicket>();
        while (pacer.TryTake(7 + taken.Count, out var ticket))
        {
            taken.Add(ticket);
        }

        taken.ShouldBe([new(0, 7, true), new(1, 8, false), new(2, 9, false)]);
        pacer.NextDue.ShouldBe(long.MaxValue);

        var timed = new ClosedLoopPacer(PlanSlot.Whole, new PlanLimits(null, TimeSpan.FromSeconds(1)));
        timed.TryTake(Second - 1, out _).ShouldBeTrue();
        timed.TryTake(Second, out _).ShouldBeFalse();
    }

    [Fact]
    public void Limits_of_an_open_loop_are_those_of_the_plan_and_not_of_the_clock()
    {
        // Half a second late, the calls of the first second are all sent, and none of the next.
        var pacer = Open(100, new PlanLimits(null, TimeSpan.FromSeconds(1)));
        var count = 0;
        while (pacer.TryTake(Second * 3 / 2, out _))
        {
            count++;
        }

        count.ShouldBe(100);
        Open(100, new PlanLimits(5, null)).Drain(Second).ShouldBe([0, 1, 2, 3, 4]);
    }

    [Fact]
    public void A_stopped_pacer_has_nothing_due()
    {
        var (open, closed) = (Open(10, new PlanLimits(null, null)), new ClosedLoopPacer(PlanSlot.Whole, new PlanLimits(null, null)));
        open.Stop();
        closed.Stop();
        (open.NextDue, closed.NextDue).ShouldBe((long.MaxValue, long.MaxValue));
        (open.TryTake(Second, out _), closed.TryTake(Second, out _)).ShouldBe((false, false));
    }

    [Fact]
    public void A_plan_is_over_at_its_end_also_where_calls_still_wait_to_be_taken()
    {
        var closed = new ClosedLoopPacer(PlanSlot.Whole, new PlanLimits(null, TimeSpan.FromSeconds(1)));
        (closed.IsOver(Second - 1), closed.IsOver(Second), closed.NextDue).ShouldBe((false, true, long.MaxValue));
        var open = Open(10, new PlanLimits(null, TimeSpan.FromSeconds(1)));
        (open.IsOver(Second - 1), open.IsOver(Second), open.NextDue).ShouldBe((false, true, 0));
        Open(10, new PlanLimits(1, null)).IsOver(Second).ShouldBeFalse();
        var staged = (OpenLoopPacer)new LoadPlan
        {
            Rate = RateProfile.Of(0, [new(TimeSpan.FromSeconds(2), 10)]), Limits = PlanLimits.None,
        }.CreatePacer(0, 1);
        (staged.IsOver(Second), staged.IsOver(2 * Second)).ShouldBe((false, true));
    }

    private static OpenLoopPacer Open(double rate, PlanLimits limits) =>
        new(new ConstantSchedule(RateProfile.Constant(rate), PlanSlot.Whole), PlanSlot.Whole, limits);
}

file static class Draining
{
    public static List<long> Drain(this ICallPacer pacer, long now)
    {
        var numbers = new List<long>();
        while (pacer.TryTake(now, out var ticket))
        {
            numbers.Add(ticket.Number);
        }

        return numbers;
    }
}
