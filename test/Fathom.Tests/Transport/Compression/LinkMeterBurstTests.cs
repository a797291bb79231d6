using Fathom.Transport.Compression;
using static Fathom.Tests.Transport.Compression.TcpReadings;

namespace Fathom.Tests.Transport.Compression;

/// <summary>Bursts that are over when they are looked at, and whose last acknowledgement may have come late.</summary>
public class LinkMeterBurstTests
{
    private readonly LinkMeter _meter = new();
    private long _acknowledged;
    private double _busy;

    [Fact]
    public void Bursts_that_are_over_within_a_few_round_trips_say_only_what_the_line_does_at_least()
    {
        _meter.AddReading(Reading(0, 0));
        LinkRate? rate = null;
        for (var i = 1; i <= 10; i++)
        {
            rate = _meter.AddReading(Reading(i * 10_000, i * 40, roundTripMs: 30, isIdle: true));
        }

        rate!.Value.IsAtLeast.ShouldBeTrue();

        // 10 kB in 40 ms, of which 30 are the way there and back, and a tick more at the most.
        rate.Value.BytesPerSecond.ShouldBe(10_000 / 0.014, 1);
    }

    [Fact]
    public void A_burst_whose_last_acknowledgement_may_have_come_late_says_only_what_the_line_does_at_least()
    {
        // 300 kB in 30 ms: at 10 MB/s, or in a moment and acknowledged with the peer's next request.
        _meter.AddReading(Reading(0, 0));
        var rate = Burst(300_000, 30);
        (rate.IsAtLeast, rate.MayIncludeAckDelay).ShouldBe((true, true));
        rate.BytesPerSecond.ShouldBe(10e6, 0.7e6, "there is a tick more at the most");

        // A longer one shows more, and what is known stays.
        Burst(4_000_000, 40).ShouldBe(AtLeast(4_000_000 / 0.044));
        for (var i = 0; i < 10; i++)
        {
            Burst(300_000, 30).ShouldBe(AtLeast(4_000_000 / 0.044));
        }
    }

    [Fact]
    public void A_burst_that_took_much_longer_than_any_acknowledgement_is_late_is_a_measurement()
    {
        _meter.AddReading(Reading(0, 0));
        var rate = Burst(4_000_000, 160);
        (rate.BytesPerSecond, rate.IsAtLeast).ShouldBe((4_000_000 / 0.1602, false));
        Burst(4_000_000, 156).IsAtLeast.ShouldBeTrue("40 ms of it are over a quarter");
    }

    [Fact]
    public void A_line_that_became_slower_is_followed_though_acknowledgements_may_be_late()
    {
        _meter.AddReading(Reading(0, 0));
        var fast = Burst(4_000_000, 160).BytesPerSecond;

        // Whatever was late, 1 MB took 56 ms of 100 at the least, and two such bursts are no accident.
        Burst(1_000_000, 100).ShouldBe(AtLeast(fast));
        Burst(1_000_000, 100).BytesPerSecond.ShouldBe(1_000_000 / 0.0562, 1);
    }

    [Fact]
    public void What_was_not_over_when_it_was_looked_at_waited_for_no_late_acknowledgement()
    {
        _meter.AddReading(Reading(0, 0));
        _meter.AddReading(Reading(300_000, 30)).ShouldBe(new LinkRate(10e6, IsAtLeast: false));
    }

    private static LinkRate AtLeast(double bytesPerSecond) => new(bytesPerSecond, IsAtLeast: true) { MayIncludeAckDelay = true };

    // Sent, and all acknowledged by the next look.
    private LinkRate Burst(long bytes, double busyMs) =>
        _meter.AddReading(Reading(_acknowledged += bytes, _busy += busyMs, isIdle: true))!.Value;
}
