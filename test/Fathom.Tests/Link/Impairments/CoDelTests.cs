using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

/// <summary>RFC 8289, by what it promises of a queue.</summary>
public class CoDelTests
{
    private static readonly DirectionPlan Line = new() { Rate = 12_000_000, Queue = new QueueLimit(null, 100_000, true) };

    [Fact]
    public void A_burst_that_drains_within_the_interval_passes_untouched()
    {
        // 90 packets at once stand for 90 ms.
        var bench = new Bench(Line).Send(90, 1);
        bench.DroppedByCoDel.ShouldBeEmpty();
        bench.Arrived.Count.ShouldBe(90);
    }

    [Fact]
    public void A_queue_of_one_packet_is_left_alone_however_slow_the_line() =>
        new Bench(Line with { Rate = 100_000 }).Send(200, 120 * Bench.Millisecond).DroppedByCoDel.ShouldBeEmpty();

    [Fact]
    public void The_first_drop_comes_an_interval_after_the_delay_first_stood_above_the_target()
    {
        var bench = new Bench(Line).Send(300, 1);
        // 1 ms a packet: the sixth has waited 5 ms, the first after 100 ms more is dropped.
        bench.DroppedByCoDel[0].ShouldBeInRange(104, 106);
    }

    [Fact]
    public void Drops_come_closer_by_the_square_root_of_their_number()
    {
        var bench = new Bench(Line).Send(2000, 1);
        var arrived = bench.Arrived.ToDictionary(a => a.Packet, a => a.Due);
        var times = bench.DroppedByCoDel.Select(p => Enumerable.Range(p + 1, 2000).First(arrived.ContainsKey)).Select(p => arrived[p])
            .ToList();
        times.Count.ShouldBeGreaterThan(30);
        for (var n = 1; n < 30; n++)
        {
            var expected = 100 / Math.Sqrt(n);
            ((times[n] - times[n - 1]) / (double)Bench.Millisecond).ShouldBe(expected, 2.1, $"between drops {n} and {n + 1}");
        }
    }

    [Fact]
    public void Under_an_overload_that_gives_way_it_holds_the_delay_near_the_target_where_drop_tail_does_not()
    {
        var controlled = Delay(Line);
        controlled.ShouldBeLessThan(15);
        // A sawtooth below 200 packets of 1 ms.
        Delay(Line with { Queue = new QueueLimit(null, 200, false) }).ShouldBeGreaterThan(5 * controlled);

        // A sender as TCP's: a round trip later a drop halves its window, each round trip without one adds a packet.
        static double Delay(DirectionPlan plan)
        {
            var bench = new Bench(plan);
            var now = Bench.Second;
            var window = 100.0;
            var (dropped, seen) = (0, 0);
            for (var round = 0; round < 2000; round++)
            {
                var packets = (int)window;
                for (var i = 0; i < packets; i++)
                {
                    bench.SendAt(now + (i * 50L * Bench.Millisecond / packets));
                }

                now += 50 * Bench.Millisecond;
                dropped = bench.DroppedByCoDel.Count + bench.DroppedAtTail.Count;
                window = dropped > seen ? Math.Max(2, window / 2) : window + 1;
                seen = dropped;
            }

            bench.Drain();
            var settled = bench.DelaysInMilliseconds.Skip(bench.Arrived.Count / 2).Order().ToList();
            return settled[settled.Count / 2];
        }
    }
}
