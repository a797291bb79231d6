using Fathom.Wire.FlowControl;

namespace Fathom.Tests.Wire.FlowControl;

public sealed class FlowWindowTests
{
    [Fact]
    public void Taking_leaves_the_rest()
    {
        var window = new FlowWindow(100);
        window.Consume(30);
        window.Available.ShouldBe(70);
    }

    [Fact]
    public void More_than_is_available_cannot_be_taken()
    {
        var window = new FlowWindow(10);
        Should.Throw<ArgumentOutOfRangeException>(() => window.Consume(11));
        window.Available.ShouldBe(10);
    }

    [Fact]
    public void A_window_reaches_2_to_the_31_less_1_and_not_a_byte_more()
    {
        var window = new FlowWindow(FlowWindow.DefaultSize);
        window.TryAdjust(int.MaxValue - FlowWindow.DefaultSize).ShouldBeTrue();
        window.Available.ShouldBe(int.MaxValue);
        window.TryAdjust(1).ShouldBeFalse();
        window.Available.ShouldBe(int.MaxValue);
    }

    [Fact]
    public void A_reduced_initial_size_makes_a_window_negative_until_updates_repay_it()
    {
        var window = new FlowWindow(65_535);
        window.Consume(60_000);
        window.TryAdjust(16_384 - 65_535).ShouldBeTrue();
        window.Available.ShouldBe(-43_616);
        Should.Throw<ArgumentOutOfRangeException>(() => window.Consume(1));
        window.TryAdjust(43_617).ShouldBeTrue();
        window.Consume(1);
        window.Available.ShouldBe(0);
    }
}
