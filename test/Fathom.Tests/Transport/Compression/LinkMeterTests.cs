using Fathom.Transport.Compression;
using static Fathom.Tests.Transport.Compression.TcpReadings;

namespace Fathom.Tests.Transport.Compression;

/// <summary>The rate of a line, from what was acknowledged while there was something to send.</summary>
public class LinkMeterTests
{
    private readonly LinkMeter _meter = new();
    private long _acknowledged;
    private double _busy;

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
    public void Where_the_kernel_counts_no_busy_time_its_delivery_rate_is_all_there_is()
    {
        var reading = Reading(1000, 0, delivery: 5e6) with { BusyTime = null };
        _meter.AddReading(reading).ShouldBe(new LinkRate(5e6, IsAtLeast: true));
        _meter.AddReading(reading with { DeliveryRate = 0 }).ShouldBeNull();
    }

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
}
