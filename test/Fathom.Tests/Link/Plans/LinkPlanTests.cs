using System.Net.Sockets;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;

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
            Preset = "study-1", Both = new() { Loss = "ge:1%,25%", Rate = "10mbit", Queue = "codel,256k", PathMtu = "1400" },
                Down = new() { PathMtu = "1280", Delay = "1ms", Rate = "1gbit", Queue = "100p" },
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
            Preset = "moon",
            Both = new() { Loss = "120%", Delay = "-5ms", Rate = "10" },
            Up = new() { Jitter = "3", JitterKind = "cauchy", Queue = "full" },
            Down = new() { PathMtu = "100", Delay = "2h", Duplicate = "1", Trace = "/there/is/none" },
            Mode = "wires", Mtu = "100", IpVersion = "5", Congestion = "no spaces", Listen = "70000", To = "localhost", Seed = "x",
        });
        faults.ShouldContain("--preset: 'moon' is not accepted; accepted: wifi, 4g, "
            + "3g, edge, dsl, lossy-wifi, satellite, transatlantic, study-1");
        faults.ShouldContain(f => f.StartsWith("--loss: '120%' is not accepted; accepted: 0% to 100%, with the sign, such as 2%"));
        faults.ShouldContain(
            "--delay: '-5ms' is not accepted; accepted: a number with a unit (ns, us, ms, s, m, h), such as 250ms, 10s or 1h30m, at most "
            + "1h");
        faults.ShouldContain(
            "--rate: '10' is not accepted; accepted: a number above 0 with a unit (bit, kbit, mbit, gbit), such as 10mbit");
        foreach (var start in new[]
        {
            "--up-jitter: '3'", "--up-jitter-kind: 'cauchy'", "--up-queue: 'full'", "--down-delay: '2h'", "--down-duplicate: '1'",
                "--down-path-mtu: '100'", "--down-trace: '/there/is/none'",
            "--mode: 'wires'", "--mtu: '100'", "--ip: '5'", "--congestion: 'no spaces'", "--listen: '70000'", "--to: 'localhost'",
                "--seed: 'x'",
        })
        {
            faults.ShouldContain(f => f.StartsWith(start, StringComparison.Ordinal), start);
        }
    }

    [Fact]
    public void A_fault_of_both_directions_is_named_once() => Faults(new LinkSpec { Both = new() { Loss = "120%" } }).Count.ShouldBe(1);

    [Theory]
    [InlineData("5ms", "6ms", "--jitter: '6ms'")]
    public void Uniform_jitter_beyond_the_delay_is_refused(string delay, string jitter, string start) =>
        Faults(new LinkSpec { Both = new() { Delay = delay, Jitter = jitter } }).ShouldHaveSingleItem().ShouldStartWith(start);

    [Fact]
    public void What_does_not_go_together_is_refused()
    {
        Faults(new LinkSpec { Both = new() { Queue = "64k" } }).ShouldHaveSingleItem().ShouldStartWith("--queue: '64k'");
        Faults(new LinkSpec { IpVersion = "6", Mtu = "1000" }).ShouldHaveSingleItem().ShouldStartWith("--mtu: '1000'");
        Faults(new LinkSpec { Mode = "relay" }).ShouldHaveSingleItem().ShouldContain("--listen and --to");
        Faults(new LinkSpec { Mode = "relay", Listen = "0", To = "localhost:1", Both = new() { Loss = "1%" } }).ShouldHaveSingleItem()
            .ShouldStartWith("--loss: '1%'");
        Faults(new LinkSpec { Mode = "relay", Listen = "0", To = "localhost:1", Preset = "study-1" }).ShouldHaveSingleItem()
            .ShouldStartWith("--preset: 'study-1'");
    }

    [Fact]
    public void Loss_that_never_ends_its_burst_is_refused() =>
        Faults(new LinkSpec { Both = new() { Loss = "ge:1%,0%" } }).ShouldHaveSingleItem().ShouldContain("TO_GOOD above 0%");

    [Fact]
    public void Every_preset_is_a_link_and_cites_its_source()
    {
        foreach (var preset in LinkPreset.All)
        {
            var plan = LinkPlan.Create(new LinkSpec { Preset = preset.Name });
            plan.Up.Delay.ShouldBeGreaterThan(0);
            preset.Source.ShouldNotBeNullOrWhiteSpace();
        }
    }

    [Fact]
    public void The_first_study_s_link_is_the_published_one()
    {
        var plan = LinkPlan.Create(new LinkSpec { Preset = "study-1" });
        plan.Up.ShouldBe(new DirectionPlan { Delay = 250_000_000, Loss = new IndependentLoss(0.02) });
        plan.Down.ShouldBe(plan.Up);
    }

    private static IReadOnlyList<string> Faults(LinkSpec spec) => Should.Throw<LinkPlanException>(() => LinkPlan.Create(spec)).Faults;
}
