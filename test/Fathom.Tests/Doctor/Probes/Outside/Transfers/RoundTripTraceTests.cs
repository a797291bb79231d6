using Fathom.Doctor.Probes.Outside.Transfers;

namespace Fathom.Tests.Doctor.Probes.Outside.Transfers;

public class RoundTripTraceTests
{
    // Ticks of the system's clock.
    private static readonly long Millisecond = TimeProvider.System.TimestampFrequency / 1000;

    [Fact]
    public void A_window_in_each_round_trip_is_its_plateau_whatever_frames_carry_it()
    {
        List<(long At, int Bytes)> trace = [];
        for (var burst = 0; burst < 4; burst++)
        {
            trace.AddRange([(burst * 50 * Millisecond, 16_384), (((burst * 50) + 1) * Millisecond, 49_151)]);
        }

        trace.Add((200 * Millisecond, 10));
        var read = RoundTripTrace.Of(trace, TimeProvider.System, 50);
        (read.Plateau, read.Even, read.Growing).ShouldBe((65_535, 1, 0));
        read.BeganMs.ShouldBe([0, 50, 100, 150, 200]);
    }

    [Fact]
    public void A_reply_that_comes_in_one_burst_is_that() =>
        RoundTripTrace.Of([(0, 100), (Millisecond, 200)], TimeProvider.System, 50).Plateau.ShouldBe(300);

    [Fact]
    public void Round_trips_that_double_are_slow_start() =>
        new RoundTripTrace([14_480, 28_960, 57_920, 115_840, 231_680, 300]).ShouldSatisfyAllConditions(
            t => t.Growing.ShouldBe(4), t => t.Even.ShouldBe(0.2));

    [Fact]
    public void Losses_neither_grow_nor_stay()
    {
        var trace = new RoundTripTrace([43_000, 21_000, 30_000, 60_000, 29_000, 300]);
        (trace.Growing, trace.Even < 0.5).ShouldBe((0, true));
    }
}
