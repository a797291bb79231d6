using Fathom.Wire.FlowControl;

namespace Fathom.Tests.Wire.FlowControl;

/// <summary>A window whose target is set, or that settings shift.</summary>
public sealed class ReceiveWindowTargetTests
{
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
}
