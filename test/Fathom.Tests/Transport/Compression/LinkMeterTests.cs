using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class LinkMeterTests
{
    private readonly LinkMeter _meter = new();

    [Fact]
    public void Nothing_is_known_before_something_was_acknowledged()
    {
        _meter.AddReading(Reading(0, 0)).ShouldBeNull();
        _meter.AddReading(Reading(0, 40)).ShouldBeNull();
    }

    [Fact]
    public void A_rate_is_what_was_acknowledged_by_the_time_there_was_something_to_send()
    {
        _meter.AddReading(Reading(100, 0));
        _meter.AddReading(Reading(1_000_100, 100)).ShouldBe(new LinkRate(10e6, IsAtLeast: false));
        _meter.AddReading(Reading(1_000_100, 100)).ShouldBe(
            new LinkRate(10e6, IsAtLeast: false), "time without anything to send does not count");
    }

    [Fact]
    public void A_measurement_takes_five_ticks_of_the_kernel()
    {
        _meter.AddReading(Reading(0, 0));
        var early = _meter.AddReading(Reading(160_000, 16))!.Value;
        early.IsAtLeast.ShouldBeTrue();
        early.BytesPerSecond.ShouldBe(8e6, 1, "a tick more is the longest that it can have taken");
        _meter.AddReading(Reading(200_000, 20)).ShouldBe(new LinkRate(10e6, IsAtLeast: false));
    }

    [Fact]
    public void One_measurement_of_three_that_is_far_off_changes_nothing()
    {
        Measure(10, 10, 10, 1).ShouldBe(new LinkRate(10e6, false));
        Measure(1).BytesPerSecond.ShouldBe(1e6, 1, "and two do");
    }

    [Fact]
    public void A_line_that_is_faster_than_was_known_is_believed_at_once()
    {
        Measure(10, 10, 10);

        // 5 MB in 40 ms, and a tick more at the most.
        _meter.AddReading(Reading(_acknowledged += 5_000_000, _busy += 40))!.Value.BytesPerSecond.ShouldBe(125e6, 1);
    }

    [Fact]
    public void The_kernels_fastest_round_trip_is_a_guess_for_as_long_as_nothing_was_measured()
    {
        _meter.AddReading(Reading(0, 0, delivery: 0));
        _meter.AddReading(Reading(10_000, 0, delivery: 50e6)).ShouldBe(new LinkRate(50e6, IsAtLeast: true));
        _meter.AddReading(Reading(1_010_000, 100, delivery: 50e6))!.Value.ShouldBe(new LinkRate(10.1e6, IsAtLeast: false));
        _meter.AddReading(Reading(2_010_000, 200, delivery: 90e6))!.Value.BytesPerSecond.ShouldBe(10.1e6, 0.2e6);
    }

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

    [Fact]
    public void Where_the_kernel_counts_no_busy_time_its_delivery_rate_is_all_there_is()
    {
        var reading = Reading(1000, 0, delivery: 5e6) with { BusyTime = null };
        _meter.AddReading(reading).ShouldBe(new LinkRate(5e6, IsAtLeast: true));
        _meter.AddReading(reading with { DeliveryRate = 0 }).ShouldBeNull();
    }

    private long _acknowledged;
    private double _busy;

    private static LinkRate AtLeast(double bytesPerSecond) => new(bytesPerSecond, IsAtLeast: true) { MayIncludeAckDelay = true };

    // Sent, and all acknowledged by the next look.
    private LinkRate Burst(long bytes, double busyMs) =>
        _meter.AddReading(Reading(_acknowledged += bytes, _busy += busyMs, isIdle: true))!.Value;

    // Each 100 ms of sending at so many MB/s.
    private LinkRate Measure(params double[] megabytes)
    {
        _meter.AddReading(Reading(_acknowledged, _busy));
        LinkRate? rate = null;
        foreach (var each in megabytes)
        {
            rate = _meter.AddReading(Reading(_acknowledged += (long)(each * 100_000), _busy += 100));
        }

        return rate!.Value;
    }

    private static TcpInfo Reading(long acknowledged, double busyMs, double delivery = 0, double roundTripMs = 0, bool isIdle = false) =>
        new(acknowledged, TimeSpan.FromMilliseconds(busyMs), TimeSpan.FromMilliseconds(roundTripMs), TimeSpan.FromSeconds(1), 1448, 1,
            isIdle, delivery, true);
}
