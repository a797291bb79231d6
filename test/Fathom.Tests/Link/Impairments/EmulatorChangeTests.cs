using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

/// <summary>A direction that is changed while packets are in it.</summary>
public class EmulatorChangeTests
{
    private const long Ms = 1_000_000;

    [Fact]
    public void A_packet_under_way_arrives_when_it_was_due_and_later_ones_after_it_as_the_new_delay_says()
    {
        var emulator = Of(new() { Delay = 100 * Ms });
        emulator.TryEnqueue(0, 1000, 0).ShouldBeTrue();
        emulator.Change(new() { Delay = 10 * Ms }, 50 * Ms);
        emulator.TryEnqueue(1, 1000, 60 * Ms).ShouldBeTrue();
        emulator.TryEnqueue(2, 1000, 200 * Ms).ShouldBeTrue();

        Departures(emulator, 1000 * Ms).ShouldBe([(0, 100 * Ms), (1, 100 * Ms), (2, 210 * Ms)]);
    }

    [Fact]
    public void Packets_that_wait_for_the_line_leave_at_the_new_rate()
    {
        // 1,000 bytes take 8 ms at 1 Mbit/s and 0.8 ms at ten times that.
        var emulator = Of(new() { Rate = 1_000_000 });
        for (var slot = 0; slot < 3; slot++)
        {
            emulator.TryEnqueue(slot, 1000, 0).ShouldBeTrue();
        }

        emulator.Change(new() { Rate = 10_000_000 }, 1 * Ms);

        // The first was on the line already.
        Departures(emulator, 1000 * Ms).ShouldBe([(0, 8 * Ms), (1, 8 * Ms), (2, 8 * Ms)]);
        emulator.QueuedPackets.ShouldBe(0);
    }

    [Fact]
    public void Packets_that_a_smaller_queue_has_no_place_for_are_dropped()
    {
        var emulator = Of(new() { Rate = 1_000 });
        for (var slot = 0; slot < 4; slot++)
        {
            emulator.TryEnqueue(slot, 1000, 0).ShouldBeTrue();
        }

        emulator.Change(new() { Rate = 1_000, Queue = new QueueLimit(null, 1, false) }, 1);

        var dropped = 0;
        while (emulator.TryDequeue(1, out var departure))
        {
            dropped += departure.Dropped ? 1 : 0;
        }

        dropped.ShouldBeGreaterThanOrEqualTo(1);
        emulator.Pending.ShouldBe(4 - dropped);
    }

    [Fact]
    public void New_losses_hold_from_the_next_packet_on_and_are_those_of_the_seed()
    {
        bool[] Losses()
        {
            var emulator = Of(new());
            emulator.NextImpairment(100).Lost.ShouldBeFalse();
            emulator.Change(new() { Loss = new IndependentLoss(0.5) }, 0);
            return [.. Enumerable.Range(0, 200).Select(_ => emulator.NextImpairment(100).Lost)];
        }

        Losses().Count(l => l).ShouldBeInRange(60, 140);
        Losses().ShouldBe(Losses());
    }

    private static DirectionEmulator Of(DirectionPlan plan) => new(plan, 1, "up", 1500);

    private static List<(int Slot, long Due)> Departures(DirectionEmulator emulator, long until)
    {
        var all = new List<(int, long)>();
        while (emulator.TryDequeue(until, out var departure))
        {
            all.Add((departure.Slot, departure.Due));
        }

        return all;
    }
}
