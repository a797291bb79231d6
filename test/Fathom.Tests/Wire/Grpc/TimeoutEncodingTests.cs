using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Grpc;

public class TimeoutEncodingTests
{
    [Theory]
    [InlineData(-5, "1n")]
    [InlineData(0, "1n")]
    [InlineData(1, "100n")]
    [InlineData(999_999, "99999900n")]
    [InlineData(1_000_000, "100000u")]
    [InlineData(1_000_001, "100001u")]
    [InlineData(50 * TimeSpan.TicksPerMillisecond, "50000000n")]
    [InlineData(100 * TimeSpan.TicksPerSecond, "100000m")]
    [InlineData(long.MaxValue, "99999999H")]
    public void A_timeout_takes_the_finest_unit_that_fits_eight_digits_rounded_up(long ticks, string expected) =>
        TimeoutEncoding.Encode(TimeSpan.FromTicks(ticks)).ShouldBe(expected);

    [Theory]
    [InlineData("1H", 1 * TimeSpan.TicksPerHour)]
    [InlineData("2M", 2 * TimeSpan.TicksPerMinute)]
    [InlineData("3S", 3 * TimeSpan.TicksPerSecond)]
    [InlineData("4m", 4 * TimeSpan.TicksPerMillisecond)]
    [InlineData("5u", 5 * TimeSpan.TicksPerMicrosecond)]
    [InlineData("99n", 1)]
    [InlineData("101n", 2)]
    [InlineData("0n", 0)]
    [InlineData("99999999H", 99_999_999 * TimeSpan.TicksPerHour)]
    public void Every_unit_is_read(string value, long ticks)
    {
        TimeoutEncoding.TryDecode(value, out var timeout).ShouldBeTrue();
        timeout.Ticks.ShouldBe(ticks);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("S")]
    [InlineData("5")]
    [InlineData("5s")]
    [InlineData("5h")]
    [InlineData("-5S")]
    [InlineData("+5S")]
    [InlineData(" 5S")]
    [InlineData("5 S")]
    [InlineData("1.5S")]
    [InlineData("123456789n")]
    public void What_is_not_a_timeout_is_not_read(string? value) =>
        TimeoutEncoding.TryDecode(value, out _).ShouldBeFalse();

    [Fact]
    public void The_server_never_gives_up_before_the_client_and_at_most_a_hundredth_of_a_percent_after_it() =>
        Prop.ForAll<PositiveInt, byte>((scale, shift) =>
        {
            var timeout = TimeSpan.FromTicks((long)scale.Get << (shift % 24));
            var encoded = TimeoutEncoding.Encode(timeout);
            return encoded.Length <= 9
                && TimeoutEncoding.TryDecode(encoded, out var read)
                && read >= timeout
                && (read - timeout).Ticks <= timeout.Ticks / 10_000;
        }).QuickCheckThrowOnFailure();
}
