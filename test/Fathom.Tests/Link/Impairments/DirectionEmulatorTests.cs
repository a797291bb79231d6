using FsCheck;
using FsCheck.Fluent;
using Fathom.Link.Impairments;
using Fathom.TestKit;

namespace Fathom.Tests.Link.Impairments;

public class DirectionEmulatorTests
{
    private static readonly DirectionPlan Everything = new()
    {
        Delay = 20 * Bench.Millisecond, Jitter = 10 * Bench.Millisecond, JitterKind = JitterKind.Pareto, Reorders = true,
        Loss = new GilbertElliottLoss(0.01, 0.2), Duplicate = 0.01, Corrupt = 0.01, Rate = 100_000_000,
            Queue = new QueueLimit(null, 500, true),
    };

    [Fact]
    public void In_the_steady_state_it_allocates_nothing()
    {
        var emulator = new DirectionEmulator(Everything, 1, "up", Bench.Mtu);
        var packet = 0;
        Run();
        Allocations.OfARound(Run).ShouldBe(0);

        void Run()
        {
            for (var last = packet + 50_000; packet < last; packet++)
            {
                var now = packet * 100_000L;
                if (!emulator.NextImpairment(Bench.Mtu).Lost)
                {
                    emulator.TryEnqueue(packet, Bench.Mtu, now);
                }

                while (emulator.TryDequeue(now, out _))
                {
                }
            }
        }
    }

    [Fact]
    public void Every_packet_comes_out_once_or_is_accounted_for() =>
        Prop.ForAll(Gen.Choose(1, 400_000).ListOf(300).ToArbitrary(), Gen.Choose(1, 1000).ToArbitrary(), (gaps, seed) =>
        {
            var bench = new Bench(Everything with { Duplicate = 0 }, seed);
            var now = Bench.Second;
            foreach (var gap in gaps)
            {
                bench.SendAt(now += gap);
            }

            bench.Drain();
            var all = bench.Arrived.Select(a => a.Packet).Concat(bench.Lost).Concat(bench.DroppedAtTail).Concat(bench.DroppedByCoDel)
                .Order();
            return all.SequenceEqual(Enumerable.Range(0, gaps.Count)) && bench.Arrived.All(a => a.Due >= a.SentAt + Everything.Delay);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Being_asked_late_makes_no_packet_later()
    {
        var emulator = new DirectionEmulator(new DirectionPlan { Rate = 12_000_000, Delay = Bench.Millisecond }, 1, "up", Bench.Mtu);
        for (var i = 0; i < 10; i++)
        {
            emulator.TryEnqueue(i, Bench.Mtu, 0).ShouldBeTrue();
        }

        var due = new List<long>();
        while (emulator.TryDequeue(Bench.Second, out var departure))
        {
            due.Add(departure.Due / Bench.Millisecond);
        }

        due.ShouldBe(Enumerable.Range(2, 10).Select(i => (long)i));
        emulator.Pending.ShouldBe(0);
        emulator.NextEvent.ShouldBe(long.MaxValue);
    }
}
