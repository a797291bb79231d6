using System.Net.Sockets;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.Link.Units;

namespace Fathom.Tests.Link.Plans;

/// <summary>A specification of a link becomes a plan, or every fault of it is named.</summary>
public class LinkPlanTests
{
    [Fact]
    public void A_spec_that_says_nothing_is_a_perfect_link()
    {
        var plan = LinkPlan.Create(new LinkSpec());
        plan.Up.ShouldBe(DirectionPlan.Perfect);
        plan.Down.ShouldBe(DirectionPlan.Perfect);
        (plan.Mode, plan.Mtu, plan.Family, plan.Seed, plan.TunNode)
            .ShouldBe((LinkMode.Packets, 1500, AddressFamily.InterNetwork, 1, "/dev/net/tun"));
    }

    [Fact]
    public void A_direction_goes_over_both_and_both_over_the_preset()
    {
        var plan = LinkPlan.Create(new LinkSpec
        {
            Preset = Preset("study-1"),
            Both = new()
            {
                Loss = new GilbertElliottLoss(0.01, 0.25), Rate = BitRate.FromMegabits(10), Queue = new QueueLimit(256 << 10, CoDel: true),
                PathMtu = 1400,
            },
            Down = new()
            {
                PathMtu = 1280, Delay = Ms(1), Rate = BitRate.FromMegabits(1000), Queue = new QueueLimit(null, 100),
            },
        });
        plan.Up.ShouldBe(new DirectionPlan
        {
            Delay = 250_000_000, Loss = new GilbertElliottLoss(0.01, 0.25), Rate = 10_000_000,
                Queue = new QueueLimit(256 << 10, null, true), PathMtu = 1400,
        });
        plan.Down.ShouldBe(plan.Up with { PathMtu = 1280, Delay = 1_000_000, Rate = 1_000_000_000,
            Queue = new QueueLimit(null, 100, false) });
    }

    [Fact]
    public void Every_fault_is_named_at_once_with_its_flag_and_value_and_what_is_accepted()
    {
        var faults = Faults(new LinkSpec
        {
            Both = new() { Loss = new IndependentLoss(1.2), Delay = Ms(-5), Rate = new BitRate(0) },
            Up = new() { Jitter = Ms(-1), Corrupt = double.NaN, Queue = new QueueLimit(0) },
            Down = new() { PathMtu = 100, Delay = TimeSpan.FromHours(2), Duplicate = 1.1, Trace = "/there/is/none" },
            Mtu = 100, Congestion = "no spaces", Listen = 70_000, To = new Destination("a b", 0), Reach = [new Destination("a", 70_000)],
        });
        faults.ShouldContain("--loss: '1.2' is not accepted; accepted: a probability of 0 to 1 (100%)");
        faults.ShouldContain("--delay: '-5ms' is not accepted; accepted: a time of 0 to 1h");
        faults.ShouldContain("--mtu: '100' is not accepted; accepted: a whole number from 576 to 65535");
        foreach (var start in new[]
        {
            "--rate: '", "--up-jitter: '-1ms'", "--up-corrupt: 'NaN'", "--up-queue: '", "--down-delay: '7200000ms'",
            "--down-duplicate: '1.1'", "--down-path-mtu: '100'", "--down-trace: '/there/is/none'", "--congestion: 'no spaces'",
            "--listen: '70000'", "--to: 'a b:0'", "--reach: 'a:70000'",
        })
        {
            faults.ShouldContain(f => f.StartsWith(start, StringComparison.Ordinal), start);
        }
    }

    [Fact]
    public void A_fault_of_both_directions_is_named_once() =>
        Faults(new LinkSpec { Both = new() { Loss = new IndependentLoss(1.2) } }).Count.ShouldBe(1);

    [Fact]
    public void Uniform_jitter_beyond_the_delay_is_refused() =>
        Faults(new LinkSpec { Both = new() { Delay = Ms(5), Jitter = Ms(6) } }).ShouldHaveSingleItem().ShouldStartWith(
            "--jitter: '6ms' is not accepted; accepted: with uniform jitter at most the delay (5ms)");

    [Fact]
    public void What_does_not_go_together_is_refused()
    {
        var relay = new LinkSpec { Mode = LinkMode.Relay, Listen = 0, To = new Destination("localhost", 1) };
        Faults(new LinkSpec { Both = new() { Queue = new QueueLimit(64 << 10) } }).ShouldHaveSingleItem().ShouldStartWith("--queue: '");
        Faults(new LinkSpec { Family = AddressFamily.InterNetworkV6, Mtu = 1000 }).ShouldHaveSingleItem().ShouldStartWith("--mtu: '1000'");
        Faults(new LinkSpec { Mode = LinkMode.Relay }).ShouldHaveSingleItem().ShouldContain("--listen and --to");
        Faults(relay with { Both = new() { Loss = new IndependentLoss(0.01) } }).ShouldHaveSingleItem().ShouldStartWith("--loss: '");
        Faults(relay with { Preset = Preset("study-1") }).ShouldHaveSingleItem().ShouldStartWith("--preset: 'study-1'");
    }

    [Fact]
    public void Loss_that_never_ends_its_burst_is_refused() =>
        Faults(new LinkSpec { Both = new() { Loss = new GilbertElliottLoss(0.01, 0) } }).ShouldHaveSingleItem()
            .ShouldContain("TO_GOOD above 0%");

    [Fact]
    public void Every_preset_is_a_link_and_cites_its_source()
    {
        foreach (var preset in LinkPreset.All)
        {
            var plan = LinkPlan.Create(new LinkSpec { Preset = preset });
            plan.Up.Delay.ShouldBeGreaterThan(0);
            preset.Source.ShouldNotBeNullOrWhiteSpace();
        }
    }

    [Fact]
    public void The_first_study_s_link_is_the_published_one()
    {
        var plan = LinkPlan.Create(new LinkSpec { Preset = Preset("study-1") });
        plan.Up.ShouldBe(new DirectionPlan { Delay = 250_000_000, Loss = new IndependentLoss(0.02) });
        plan.Down.ShouldBe(plan.Up);
    }

    private static LinkPreset Preset(string name) => LinkPreset.All.Single(p => p.Name == name);

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    private static IReadOnlyList<string> Faults(LinkSpec spec) =>
        [.. Should.Throw<LinkPlanException>(() => LinkPlan.Create(spec)).Faults.Select(f => $"{f}")];
}
