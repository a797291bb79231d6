using Fathom.Wire.FlowControl;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.FlowControl;

public sealed class ReceiveWindowTests
{
    [Fact]
    public void Credit_is_given_once_half_the_window_is_due()
    {
        var window = new ReceiveWindow(1000);
        window.TryReceive(600).ShouldBeTrue();
        window.Consume(499).ShouldBe(0);
        window.Consume(1).ShouldBe(500);
        (window.Available, window.Unconsumed).ShouldBe((900, 100));
    }

    [Fact]
    public void Credit_of_a_shared_window_is_given_once_half_of_what_is_not_held_is_due()
    {
        var window = new ReceiveWindow(1000);
        window.TryReceive(900).ShouldBeTrue();
        window.ConsumeWithoutCredit(49);
        window.ReplenishShared().ShouldBe(0);
        window.ConsumeWithoutCredit(25);
        window.ReplenishShared().ShouldBe(0);
        window.ConsumeWithoutCredit(14);
        window.ReplenishShared().ShouldBe(0);
        window.ConsumeWithoutCredit(12);
        window.ReplenishShared().ShouldBe(100);
        (window.Available, window.Unconsumed).ShouldBe((200, 800));
    }

    [Fact]
    public void What_is_held_is_not_credited()
    {
        var window = new ReceiveWindow(1000);
        window.TryReceive(1000).ShouldBeTrue();
        window.Available.ShouldBe(0);
        window.TryReceive(1).ShouldBeFalse();
        window.Unconsumed.ShouldBe(1000);
    }

    [Fact]
    public void A_larger_target_is_credited_at_once_and_a_smaller_one_as_bytes_are_consumed()
    {
        var window = new ReceiveWindow(1000);
        window.SetTarget(5000).ShouldBe(4000);
        window.SetTarget(2000).ShouldBe(0);
        window.TryReceive(4000).ShouldBeTrue();
        window.Consume(3500).ShouldBe(0);
        window.Consume(500).ShouldBe(1000);
        window.Available.ShouldBe(2000);
    }

    [Fact]
    public void A_target_of_nothing_stops_credit_until_it_is_raised()
    {
        var window = new ReceiveWindow(100);
        window.SetTarget(0).ShouldBe(0);
        window.TryReceive(100).ShouldBeTrue();
        window.Consume(100).ShouldBe(0);
        window.SetTarget(50).ShouldBe(50);
    }

    [Fact]
    public void Consuming_more_than_is_held_is_refused()
    {
        var window = new ReceiveWindow(100);
        window.TryReceive(10).ShouldBeTrue();
        Should.Throw<ArgumentOutOfRangeException>(() => window.Consume(11));
    }

    [Fact]
    public void A_shift_by_settings_may_leave_the_peer_owing()
    {
        var window = new ReceiveWindow(65_535);
        window.TryReceive(65_535).ShouldBeTrue();
        window.Shift(1000 - 65_535);
        window.Available.ShouldBe(-64_535);
        window.TryReceive(0).ShouldBeTrue();
        window.TryReceive(1).ShouldBeFalse();
        window.Consume(65_535).ShouldBe(65_535);
        window.Available.ShouldBe(1000);
    }

    [Fact]
    public void A_shift_to_less_gives_the_credit_that_was_not_worth_an_update_before()
    {
        var window = new ReceiveWindow(100_000);
        window.TryReceive(40_000).ShouldBeTrue();
        window.Consume(40_000).ShouldBe(0);
        window.Shift(-60_000);
        (window.Available, window.Unconsumed, window.Target).ShouldBe((0, 0, 40_000));
        window.Replenish().ShouldBe(40_000);
        window.Replenish().ShouldBe(0);
        window.Available.ShouldBe(40_000);
    }

    [Fact]
    public void A_target_that_was_set_stays_where_it_is_when_settings_shift_the_window()
    {
        var window = new ReceiveWindow(100_000);
        window.SetTarget(5000).ShouldBe(0);
        window.Shift(-99_000);
        window.Target.ShouldBe(5000);
        window.Replenish().ShouldBe(4000);
        window.Shift(99_000);
        (window.Target, window.Available).ShouldBe((5000, 104_000));
    }

    [Fact]
    public void Credit_never_exceeds_the_target_and_never_stays_out_for_long()
    {
        var steps = Gen.Choose(0, 2000).ListOf().ToArbitrary();
        Prop.ForAll(steps, sizes =>
        {
            var window = new ReceiveWindow(1000);
            foreach (var size in sizes)
            {
                if (size % 3 != 0)
                {
                    var allowed = size <= window.Available;
                    window.TryReceive(size).ShouldBe(allowed);
                }
                else
                {
                    window.Consume(Math.Min(size, window.Unconsumed));
                }

                (window.Available + window.Unconsumed).ShouldBeInRange(501, 1000);
            }
        }).QuickCheckThrowOnFailure();
    }
}
