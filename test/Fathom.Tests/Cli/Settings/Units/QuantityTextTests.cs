using FsCheck;
using FsCheck.Fluent;
using Fathom.Cli.Settings.Units;

namespace Fathom.Tests.Cli.Settings.Units;

public class QuantityTextTests
{
    private static readonly Arbitrary<long> Positive = Gen.Choose(1, int.MaxValue)
        .SelectMany(a => Gen.Choose(0, 1_000_000).Select(b => ((long)a * b) + a)).ToArbitrary();

    [Fact]
    public void A_duration_reads_back_as_it_was_written() =>
        Prop.ForAll(Positive, n => DurationText.TryParse(DurationText.Format(100 * n), out var read) && read.Ticks == n)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_rate_reads_back_as_it_was_written() =>
        Prop.ForAll(Positive, n => RateText.TryParse(RateText.Format(n), out var read) && read.BitsPerSecond == n)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void No_text_makes_a_parser_throw_or_leave_its_range() => Prop.ForAll(ArbMap.Default.ArbFor<string>(), text =>
    {
        var durations = !DurationText.TryParse(text, out var duration) || duration >= TimeSpan.Zero;
        var rates = !RateText.TryParse(text, out var rate) || rate.BitsPerSecond > 0;
        var sizes = !SizeText.TryParse(text, out var bytes) || bytes >= 0;
        return durations && rates && sizes && (!PercentageText.TryParse(text, out var share) || share is >= 0 and <= 1);
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("250ms", 250_000_000)]
    [InlineData("10s", 10_000_000_000)]
    [InlineData("1h30m", 5_400_000_000_000)]
    [InlineData("1.5s", 1_500_000_000)]
    [InlineData("0ms", 0)]
    [InlineData("1m0.5s", 60_500_000_000)]
    public void Durations_are_read_with_their_units(string text, long nanoseconds)
    {
        DurationText.TryParse(text, out var read).ShouldBeTrue();
        read.ShouldBe(TimeSpan.FromTicks(nanoseconds / 100));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("250")]
    [InlineData("-5ms")]
    [InlineData("5 ms")]
    [InlineData("30m1h")]
    [InlineData("1s1s")]
    [InlineData("ms")]
    [InlineData("1e3ms")]
    [InlineData("1,000ms")]
    [InlineData("9999999999h")]
    [InlineData("5MS")]
    public void Other_durations_are_refused(string? text) => DurationText.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("10mbit", 10_000_000)]
    [InlineData("500kbit", 500_000)]
    [InlineData("1gbit", 1_000_000_000)]
    [InlineData("2.5Mbit", 2_500_000)]
    public void Rates_are_read_with_their_units(string text, long bits)
    {
        RateText.TryParse(text, out var read).ShouldBeTrue();
        read.BitsPerSecond.ShouldBe(bits);
    }

    [Theory]
    [InlineData("10")]
    [InlineData("0mbit")]
    [InlineData("-1mbit")]
    [InlineData("10mb")]
    [InlineData("0.1bit")]
    public void Other_rates_are_refused(string text) => RateText.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("65536", 65536)]
    [InlineData("64k", 65536)]
    [InlineData("1M", 1048576)]
    [InlineData("1MB", 1000000)]
    [InlineData("1MiB", 1048576)]
    [InlineData("2KB", 2000)]
    public void Sizes_are_read_with_their_units(string text, long bytes)
    {
        SizeText.TryParse(text, out var read).ShouldBeTrue();
        read.ShouldBe(bytes);
    }

    [Theory]
    [InlineData("2%", 0.02)]
    [InlineData("0.05%", 0.0005)]
    [InlineData("100%", 1)]
    [InlineData("0%", 0)]
    public void Shares_are_read_with_their_sign(string text, double share)
    {
        PercentageText.TryParse(text, out var read).ShouldBeTrue();
        read.ShouldBe(share, 1e-15);
    }

    [Theory]
    [InlineData("120%")]
    [InlineData("2")]
    [InlineData("-1%")]
    [InlineData("%")]
    public void Other_shares_are_refused(string text) => PercentageText.TryParse(text, out _).ShouldBeFalse();
}
