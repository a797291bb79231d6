using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.Link.Units;

namespace Fathom.Tests.Link.Plans;

/// <summary>The spec of a link that is changed while it runs.</summary>
public class ChangedSpecTests
{
    private static readonly LinkSpec Before = new()
    {
        Preset = LinkPreset.All.Single(p => p.Name == "3g"), Up = new() { Loss = new IndependentLoss(0.01) }, Mtu = 1400,
    };

    [Fact]
    public void What_is_not_named_stays()
    {
        var plan = LinkPlan.Create(Before.ChangedBy(new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(10) } }));

        plan.Up.ShouldBe(new DirectionPlan { Delay = 10_000_000, Loss = new IndependentLoss(0.01), Rate = 768_000 });
        plan.Down.ShouldBe(new DirectionPlan { Delay = 10_000_000, Rate = 1_600_000 });
        plan.Mtu.ShouldBe(1400);
    }

    [Fact]
    public void What_holds_for_both_directions_replaces_what_held_for_one() =>
        LinkPlan.Create(Before.ChangedBy(new LinkSpec { Both = new() { Loss = LossModel.None } })).Up.Loss.MeanLossRate.ShouldBe(0);

    [Fact]
    public void A_preset_replaces_everything() =>
        LinkPlan.Create(Before.ChangedBy(new LinkSpec { Preset = LinkPreset.All.Single(p => p.Name == "satellite") })).Up.ShouldBe(
            new DirectionPlan { Delay = 279_000_000 });

    [Fact]
    public void A_second_change_keeps_the_first() => LinkPlan.Create(Before
        .ChangedBy(new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(10) } })
        .ChangedBy(new LinkSpec { Down = new() { Rate = BitRate.FromMegabits(1) } })).Down.ShouldBe(
            new DirectionPlan { Delay = 10_000_000, Rate = 1_000_000 });
}
