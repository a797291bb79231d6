using Fathom.Lab.Probes.Outside;

namespace Fathom.Tests.Lab.Probes.Outside;

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
        RoundTripTrace.Plateau(trace, TimeProvider.System, 50).ShouldBe(65_535);
    }

    [Fact]
    public void A_reply_that_comes_in_one_burst_is_that() =>
        RoundTripTrace.Plateau([(0, 100), (Millisecond, 200)], TimeProvider.System, 50).ShouldBe(300);
}
