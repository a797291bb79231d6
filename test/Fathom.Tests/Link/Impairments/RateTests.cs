using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

public class RateTests
{
    [Theory]
    [InlineData(10_000_000)]
    [InlineData(999_999_937)]
    [InlineData(33_333)]
    public void A_full_line_carries_its_rate_to_the_nanosecond(long rate)
    {
        const int Packets = 100_000;
        var plan = new DirectionPlan { Rate = rate, Queue = new QueueLimit(null, Packets, false) };
        var arrived = new Bench(plan).Send(Packets, 1).Arrived;
        arrived.Count.ShouldBe(Packets);
        var seconds = (arrived[^1].Due - Bench.Second) / 1e9;
        (Packets * 1500L * 8 / seconds).ShouldBe(rate, rate * 1e-6);
    }

    [Fact]
    public void An_idle_line_adds_only_the_time_of_the_packet()
    {
        var arrived = new Bench(new DirectionPlan { Rate = 12_000_000, Delay = 5 * Bench.Millisecond })
            .Send(100_000, 2 * Bench.Millisecond).Arrived;
        arrived.ShouldAllBe(a => a.Due - a.SentAt == 6 * Bench.Millisecond);
    }

    [Fact]
    public void A_full_queue_drops_at_its_tail_in_packets()
    {
        // The first is sent at once, ten wait.
        var bench = new Bench(new DirectionPlan { Rate = 12_000_000, Queue = new QueueLimit(null, 10, false) }).Send(20, 1);
        bench.Arrived.Select(a => a.Packet).ShouldBe(Enumerable.Range(0, 11));
        bench.DroppedAtTail.ShouldBe(Enumerable.Range(11, 9));
    }

    [Fact]
    public void A_full_queue_drops_at_its_tail_in_bytes()
    {
        var bench = new Bench(new DirectionPlan { Rate = 12_000_000, Queue = new QueueLimit(4500, null, false) }).Send(6, 1);
        bench.Arrived.Select(a => a.Packet).ShouldBe([0, 1, 2, 3]);
        bench.DroppedAtTail.ShouldBe([4, 5]);
    }

    [Fact]
    public void Overload_arrives_at_the_rate_and_the_rest_is_dropped()
    {
        // 20 Mbit/s into 10 Mbit/s.
        const int Packets = 100_000;
        var bench = new Bench(new DirectionPlan { Rate = 10_000_000, Queue = new QueueLimit(64 << 10, null, false) })
            .Send(Packets, 600_000);
        (bench.Arrived.Count + bench.DroppedAtTail.Count).ShouldBe(Packets);
        ((double)bench.Arrived.Count / Packets).ShouldBe(0.5, 0.001);
        bench.DelaysInMilliseconds.Max().ShouldBeLessThan(((64 << 10) + 1500) * 8 / 10_000.0);
    }
}
