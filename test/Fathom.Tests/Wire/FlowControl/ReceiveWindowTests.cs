using Fathom.Wire.FlowControl;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.FlowControl;

/// <summary>When credit is given for what was received.</summary>
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
    public void Consuming_more_than_is_held_is_refused()
    {
        var window = new ReceiveWindow(100);
        window.TryReceive(10).ShouldBeTrue();
        Should.Throw<ArgumentOutOfRangeException>(() => window.Consume(11));
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
