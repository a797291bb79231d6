using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class MethodAdaptationTests
{
    private const int Size = 4_000_000;
    private static readonly MessageCompression Gzip = MessageCompression.WherePays(CodecRegistry.Gzip);

    [Fact]
    public void The_first_message_is_sampled_before_anything_is_decided()
    {
        var adaptation = Unary();

        adaptation.Decision.Ratio.ShouldBeNull();
        adaptation.Next(Rate(1e6), TimeSpan.Zero, sampled: false).ShouldBe(Course.Sample);
        Sample(adaptation, ratio: 0.1, compress: 100e6, decompress: 300e6);
        adaptation.Next(null, TimeSpan.Zero, sampled: true).ShouldBe(Course.Compress);
        adaptation.Decision.ToString().ShouldStartWith("/s/m: gzip 1 where it pays, compressed now, 1 of 1 messages compressed");
    }

    // One message at a time: break-even is (1 - r) / (1/c + 1/d).
    [Theory]
    [InlineData(0.2, 100e6, 300e6, 60e6)]
    [InlineData(0.5, 400e6, 700e6, 127.2727e6)]
    [InlineData(0.9, 10e6, 1000e6, 0.990099e6)]
    public void A_single_message_is_compressed_below_its_break_even_and_plain_above(double ratio, double compress, double decompress, double breakEven)
    {
        Decide(Unary(), ratio, compress, decompress, breakEven * 0.99).ShouldBe(Course.Compress);
        Decide(Unary(), ratio, compress, decompress, breakEven * 1.01).ShouldBe(Course.Plain);
    }

    // In a stream the steps overlap: break-even is the slower of the two speeds.
    [Theory]
    [InlineData(0.2, 100e6, 300e6, 100e6)]
    [InlineData(0.9, 400e6, 70e6, 70e6)]
    public void A_stream_is_compressed_up_to_the_slower_of_the_two_speeds(double ratio, double compress, double decompress, double breakEven)
    {
        Decide(Stream(), ratio, compress, decompress, breakEven * 0.99).ShouldBe(Course.Compress);
        Decide(Stream(), ratio, compress, decompress, breakEven * 1.01).ShouldBe(Course.Plain);
    }

    [Theory]
    [InlineData(1.0)]
    [InlineData(1.01)]
    public void What_does_not_become_smaller_is_never_compressed(double ratio)
    {
        Decide(Unary(), ratio, 1e9, 1e9, 1000).ShouldBe(Course.Plain);
        Decide(Stream(), ratio, 1e9, 1e9, 1000).ShouldBe(Course.Plain);
    }

    [Fact]
    public void Without_a_rate_the_wish_for_compression_is_followed()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.9, 1e6, 1e6);

        adaptation.Next(null, TimeSpan.Zero, sampled: true).ShouldBe(Course.Compress);
    }

    [Fact]
    public void Samples_take_a_fiftieth_of_the_time_at_the_most()
    {
        var adaptation = Unary();
        adaptation.Sampled(1000, 900, TimeSpan.FromMilliseconds(3), TimeSpan.FromMilliseconds(1), now: TimeSpan.FromSeconds(10));

        adaptation.Next(Rate(1e9), TimeSpan.FromSeconds(10.199), sampled: false).ShouldBe(Course.Plain);
        adaptation.Next(Rate(1e9), TimeSpan.FromSeconds(10.2), sampled: false).ShouldBe(Course.Sample);
    }

    [Fact]
    public void A_link_that_becomes_slow_or_fast_changes_the_decision_with_the_next_message()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.2, 100e6, 300e6);

        adaptation.Next(Rate(1e6), TimeSpan.Zero, sampled: true).ShouldBe(Course.Compress);
        adaptation.Decision.Compresses.ShouldBeTrue();
        adaptation.Next(Rate(1e9), TimeSpan.Zero, sampled: true).ShouldBe(Course.Plain);
        adaptation.Decision.Compresses.ShouldBeFalse();
        (adaptation.Decision.Messages, adaptation.Decision.Compressed).ShouldBe((2, 1));
    }

    [Fact]
    public void Where_a_rate_is_only_known_as_a_lower_bound_one_message_in_33_finds_out_unless_that_is_dear()
    {
        // Plain would take twice as long at the rate that was seen, which may be many times that.
        var near = Unary();
        Sample(near, 0.2, 100e6, 300e6);
        var courses = Enumerable.Range(0, 66).Select(_ => near.Next(new LinkRate(30e6, IsAtLeast: true), TimeSpan.Zero, sampled: true)).ToList();
        courses.Count(c => c == Course.Plain).ShouldBe(2);

        var far = Unary();
        Sample(far, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 66).ShouldAllBe(_ => far.Next(new LinkRate(0.1e6, IsAtLeast: true), TimeSpan.Zero, true) == Course.Compress);
    }

    private static MethodAdaptation Unary() => new("/s/m", isStream: false, Gzip);

    private static MethodAdaptation Stream() => new("/s/m", isStream: true, Gzip);

    private static LinkRate Rate(double bytesPerSecond) => new(bytesPerSecond, IsAtLeast: false);

    private static void Sample(MethodAdaptation adaptation, double ratio, double compress, double decompress) =>
        adaptation.Sampled(Size, (int)(Size * ratio), TimeSpan.FromSeconds(Size / compress), TimeSpan.FromSeconds(Size / decompress), TimeSpan.Zero);

    private static Course Decide(MethodAdaptation adaptation, double ratio, double compress, double decompress, double link)
    {
        Sample(adaptation, ratio, compress, decompress);
        return adaptation.Next(Rate(link), TimeSpan.Zero, sampled: true);
    }
}
