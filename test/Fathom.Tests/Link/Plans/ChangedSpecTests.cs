using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Tests.Link.Plans;

/// <summary>The spec of a link that is changed while it runs.</summary>
public class ChangedSpecTests
{
    private static readonly LinkSpec Before = new()
    {
        Preset = "3g", Up = new() { Loss = "1%" }, Mtu = "1400",
    };

    [Fact]
    public void What_is_not_named_stays()
    {
        var plan = LinkPlan.Create(Before.ChangedBy(new LinkSpec { Both = new() { Delay = "10ms" } }));

        plan.Up.ShouldBe(new DirectionPlan { Delay = 10_000_000, Loss = new IndependentLoss(0.01), Rate = 768_000 });
        plan.Down.ShouldBe(new DirectionPlan { Delay = 10_000_000, Rate = 1_600_000 });
        plan.Mtu.ShouldBe(1400);
    }

    [Fact]
    public void What_holds_for_both_directions_replaces_what_held_for_one() =>
        LinkPlan.Create(Before.ChangedBy(new LinkSpec { Both = new() { Loss = "0%" } })).Up.Loss.MeanLossRate.ShouldBe(0);

    [Fact]
    public void A_preset_replaces_everything() =>
        LinkPlan.Create(Before.ChangedBy(new LinkSpec { Preset = "satellite" })).Up.ShouldBe(new DirectionPlan { Delay = 279_000_000 });

    [Fact]
    public void A_second_change_keeps_the_first() => LinkPlan.Create(Before.ChangedBy(new LinkSpec { Both = new() { Delay = "10ms" } })
        .ChangedBy(new LinkSpec { Down = new() { Rate = "1mbit" } })).Down.ShouldBe(
            new DirectionPlan { Delay = 10_000_000, Rate = 1_000_000 });
}
