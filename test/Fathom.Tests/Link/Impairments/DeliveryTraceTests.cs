using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

public class DeliveryTraceTests
{
    [Fact]
    public void Packets_leave_at_the_opportunities_and_the_trace_repeats()
    {
        // Two opportunities at 3 ms, one at 10: then 13, 13, 20, ...
        var bench = new Bench(Traced("3", "3", "10")).Send(6, 1);
        bench.Arrived.Select(a => (a.Due - Bench.Second) / Bench.Millisecond).ShouldBe([3, 3, 10, 13, 13, 20]);
    }

    [Fact]
    public void Small_packets_share_an_opportunity_and_a_large_one_takes_several()
    {
        new Bench(Traced("1", "2", "3")).Send(4, 1, bytes: 500).Arrived.Select(At).ShouldBe([1, 1, 1, 2]);
        new Bench(Traced("1", "2", "3")).Send(2, 1, bytes: 3000).Arrived.Select(At).ShouldBe([2, 4]);
    }

    [Fact]
    public void An_opportunity_without_a_packet_is_lost_also_after_hours()
    {
        var bench = new Bench(Traced("1", "4"));
        bench.SendAt(Bench.Second);
        bench.SendAt(Bench.Second + (2 * Bench.Millisecond));
        var later = Bench.Second + (36_000 * Bench.Second) + (2 * Bench.Millisecond);
        bench.SendAt(later);
        bench.Drain().Arrived.Select(a => a.Due).ShouldBe(
            [Bench.Second + Bench.Millisecond, Bench.Second + (4 * Bench.Millisecond), later + (2 * Bench.Millisecond)]);
    }

    [Fact]
    public void A_full_line_carries_the_trace_s_mean_rate()
    {
        // 1,000 opportunities a second, unevenly: 12 Mbit/s.
        var plan = Traced([.. Enumerable.Range(1, 1000)
            .Select(i => ((int)(1000 * Math.Pow(i / 1000.0, 2))).ToString(System.Globalization.CultureInfo.InvariantCulture))]);
        plan.Trace!.MeanRate.ShouldBe(12e6, 1);
        var arrived = new Bench(plan with { Queue = new QueueLimit(null, 100_000, false) }).Send(100_000, 1).Arrived;
        ((arrived[^1].Due - Bench.Second) / 1e9).ShouldBe(100, 0.001);
    }

    [Theory]
    [InlineData("it holds no line")]
    [InlineData("line 2 is 'x'", "1", "x")]
    [InlineData("line 1 is '-1'", "-1")]
    [InlineData("line 2 is 3, below", "5", "3")]
    [InlineData("ends at millisecond 0", "0", "0")]
    public void What_is_no_trace_is_told_by_line(string fault, params string[] lines)
    {
        DeliveryTrace.TryParse(lines, out _, out var found).ShouldBeFalse();
        found.ShouldNotBeNull().ShouldContain(fault);
    }

    private static long At((int Packet, long SentAt, long Due) arrived) => (arrived.Due - Bench.Second) / Bench.Millisecond;

    private static DirectionPlan Traced(params string[] lines)
    {
        DeliveryTrace.TryParse(lines, out var trace, out _).ShouldBeTrue();
        return new DirectionPlan { Trace = trace };
    }
}
