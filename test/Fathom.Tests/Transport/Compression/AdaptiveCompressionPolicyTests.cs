using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class AdaptiveCompressionPolicyTests
{
    private const int Size = 4_000_000;
    private static readonly MessageCompression Gzip = MessageCompression.Adaptive(CodecRegistry.Gzip);

    [Fact]
    public void The_first_message_is_sampled_before_anything_is_decided()
    {
        var adaptation = Unary();

        adaptation.Report.Ratio.ShouldBeNull();
        adaptation.Decide(Size, Rate(1e6), 1, sampled: false).ShouldBe(CompressionDecision.Sample);
        Sample(adaptation, ratio: 0.1, compress: 100e6, decompress: 300e6);
        adaptation.Decide(Size, null, 1, sampled: true).ShouldBe(CompressionDecision.Compress);
        adaptation.Report.ToString().ShouldStartWith("/s/m: gzip 1 where it pays, compressed now, 1 of 1 messages compressed");
    }

    // One message at a time: break-even is (1 - r) / (1/c + 1/d).
    [Theory]
    [InlineData(0.2, 100e6, 300e6, 60e6)]
    [InlineData(0.5, 400e6, 700e6, 127.2727e6)]
    [InlineData(0.9, 10e6, 1000e6, 0.990099e6)]
    public void A_single_message_is_compressed_below_its_break_even_and_plain_above(
        double ratio, double compress, double decompress, double breakEven)
    {
        Compresses(Unary(), ratio, compress, decompress, breakEven * 0.99).ShouldBeTrue();
        Compresses(Unary(), ratio, compress, decompress, breakEven * 1.02 * (1 - (0.97 * ratio)) / (0.97 * (1 - ratio))).ShouldBeFalse();
    }

    // In a stream the steps overlap: break-even is the slower of the two speeds.
    [Theory]
    [InlineData(0.2, 100e6, 300e6, 100e6)]
    [InlineData(0.9, 400e6, 70e6, 70e6)]
    public void A_stream_is_compressed_up_to_the_slower_of_the_two_speeds(
        double ratio, double compress, double decompress, double breakEven)
    {
        Compresses(Stream(), ratio, compress, decompress, breakEven * 0.99, ofCall: 1_000_000).ShouldBeTrue();
        Compresses(Stream(), ratio, compress, decompress, breakEven * 1.04, ofCall: 1_000_000).ShouldBeFalse();
    }

    [Fact]
    public void On_one_machine_the_steps_of_a_stream_are_the_work_of_the_same_processors()
    {
        // Overlapped it would pay below 100 MB/s, one after another below 60.
        foreach (var link in new[] { 58e6, 65e6 })
        {
            var adaptation = Stream();
            Known(adaptation, 0.2, 100e6, 300e6);
            adaptation.Decide(Size, Rate(link) with { IsLocal = true }, 1_000_000, sampled: true);
            adaptation.Report.IsCompressing.ShouldBe(link < 60e6);
        }
    }

    // TCP is done with a loopback's bytes long before the processors are, which copy them five times.
    [Theory]
    [InlineData(2e9, 8e9, true)]
    [InlineData(1e9, 2e9, false)]
    public void On_one_machine_a_byte_costs_a_nanosecond_though_TCP_is_not_busy_with_it(double compress, double decompress, bool pays)
    {
        var adaptation = Unary();
        Known(adaptation, 0.01, compress, decompress);
        adaptation.Decide(Size, Rate(30e9) with { IsLocal = true }, 1, sampled: true);
        adaptation.Report.IsCompressing.ShouldBe(pays);

        adaptation = Unary();
        Known(adaptation, 0.01, compress, decompress);
        adaptation.Decide(Size, Rate(30e9), 1, sampled: true);
        adaptation.Report.IsCompressing.ShouldBeFalse("a line as fast as that is none");
    }

    // A first whole message that was disturbed, on a line of which nobody will ever know more than that it is fast enough.
    [Fact]
    public void On_one_machine_what_was_disturbed_once_is_tried_again()
    {
        var adaptation = Unary();
        var link = Rate(30e9) with { IsLocal = true, IsAtLeast = true };
        Sample(adaptation, 0.01, 2e9, 8e9);
        adaptation.AddWholeMessage(Size, Size / 100, TimeSpan.FromSeconds(Size / 0.1e9));
        adaptation.Decide(Size, link, 1, sampled: true);
        adaptation.Report.IsCompressing.ShouldBeFalse();

        for (var i = 0; i < 1000 && !adaptation.Report.IsCompressing; i++)
        {
            if (adaptation.Decide(Size, link, 1, sampled: true) == CompressionDecision.Compress)
            {
                adaptation.AddWholeMessage(Size, Size / 100, TimeSpan.FromSeconds(Size / 2e9));
            }
        }

        adaptation.Report.IsCompressing.ShouldBeTrue();
    }

    [Fact]
    public void A_method_that_may_stream_and_sends_one_message_a_call_is_no_stream()
    {
        // One message breaks even at 60 MB/s, a stream at 100.
        Compresses(Stream(), 0.2, 100e6, 300e6, 80e6, ofCall: 1).ShouldBeFalse();
        Compresses(Stream(), 0.2, 100e6, 300e6, 80e6, ofCall: 30).ShouldBeTrue();

        // How many there are in a call is learned from the calls before.
        var adaptation = Stream();
        Known(adaptation, 0.2, 100e6, 300e6);
        for (var i = 1; i <= 30; i++)
        {
            adaptation.Decide(Size, Rate(80e6), i, sampled: true);
        }

        adaptation.Decide(Size, Rate(80e6), 1, sampled: true);
        (adaptation.Report.IsCompressing, adaptation.Report.IsStream).ShouldBe((true, true));
        for (var i = 0; i < 20; i++)
        {
            adaptation.Decide(Size, Rate(80e6), 1, sampled: true);
        }

        (adaptation.Report.IsCompressing, adaptation.Report.IsStream).ShouldBe((false, false));
    }

    [Theory]
    [InlineData(1.0)]
    [InlineData(1.01)]
    public void What_does_not_become_smaller_is_never_compressed(double ratio)
    {
        Compresses(Unary(), ratio, 1e9, 1e9, 1000).ShouldBeFalse();
        Compresses(Stream(), ratio, 1e9, 1e9, 1000).ShouldBeFalse();
    }

    [Fact]
    public void Without_a_rate_the_wish_for_compression_is_followed()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.9, 1e6, 1e6);

        adaptation.Decide(Size, null, 1, sampled: true).ShouldBe(CompressionDecision.Compress);
    }

    [Fact]
    public void Samples_take_a_hundredth_of_the_time_of_messages_at_the_most()
    {
        var adaptation = Unary();
        adaptation.AddSample(1000, 1000, TimeSpan.FromMilliseconds(3), TimeSpan.FromMilliseconds(1));

        // At 16 MB/s a message takes 0.25 s.
        adaptation.Decide(Size, Rate(16e6), 1, sampled: false).ShouldBe(CompressionDecision.Plain);
        adaptation.Decide(Size, Rate(16e6), 1, sampled: false).ShouldBe(CompressionDecision.PlainAndSample);

        // At 1 GB/s it takes 4 ms.
        adaptation.AddSample(1000, 1000, TimeSpan.FromMilliseconds(3), TimeSpan.FromMilliseconds(1));
        Enumerable.Range(0, 98).ShouldAllBe(_ => adaptation.Decide(Size, Rate(1e9), 1, false) == CompressionDecision.Plain);
        Enumerable.Range(0, 3).Select(_ => adaptation.Decide(Size, Rate(1e9), 1, sampled: false))
            .ShouldContain(CompressionDecision.PlainAndSample);
        adaptation.Samples.ShouldBe(2);
    }

    [Fact]
    public void What_is_compressed_is_sampled_too_as_only_samples_are_decompressed_here()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.2, 100e6, 300e6);

        var courses = Enumerable.Range(0, 500).Select(_ => adaptation.Decide(Size, Rate(1e6), 1, sampled: false)).ToList();
        courses.Distinct().ShouldBe([CompressionDecision.Compress, CompressionDecision.CompressAndSample]);
    }

    [Fact]
    public void A_link_that_becomes_slow_or_fast_changes_the_decision_with_the_next_message()
    {
        var adaptation = Unary();
        Known(adaptation, 0.2, 100e6, 300e6);

        adaptation.Decide(Size, Rate(1e6), 1, sampled: true).ShouldBe(CompressionDecision.Compress);
        adaptation.Report.IsCompressing.ShouldBeTrue();
        adaptation.Decide(Size, Rate(1e9), 1, sampled: true).ShouldBe(CompressionDecision.Plain);
        adaptation.Report.IsCompressing.ShouldBeFalse();
        (adaptation.Report.Messages, adaptation.Report.Compressed).ShouldBe((2, 1));
    }

    [Fact]
    public void It_goes_on_as_before_where_the_other_way_is_hardly_better()
    {
        // Both break even at 60 MB/s.
        var (compressing, plain) = (Unary(), Unary());
        Compresses(compressing, 0.2, 100e6, 300e6, 59e6).ShouldBeTrue();
        Compresses(plain, 0.2, 100e6, 300e6, 63e6).ShouldBeFalse();

        After(compressing, 60.5e6).ShouldBeTrue();
        After(plain, 59.5e6).ShouldBeFalse();
        After(compressing, 63e6).ShouldBeFalse();
        After(plain, 57e6).ShouldBeTrue();

        static bool After(AdaptiveCompressionPolicy adaptation, double link)
        {
            adaptation.Decide(Size, Rate(link), 1, sampled: true);
            return adaptation.Report.IsCompressing;
        }
    }

    [Fact]
    public void Where_a_rate_is_only_known_as_a_lower_bound_a_message_finds_out_now_and_then_unless_that_is_dear()
    {
        // Plain would take a third longer at the rate that was seen, which may be many times that: 3 % of the time allow for one in twelve.
        var near = Unary();
        Known(near, 0.2, 100e6, 300e6);
        var courses = Enumerable.Range(0, 60).Select(_ => near.Decide(Size, new LinkRate(40e6, IsAtLeast: true), 1, sampled: true))
            .ToList();
        courses[0].ShouldBe(CompressionDecision.Plain, "the first comes at once");
        courses.Count(c => c == CompressionDecision.Plain).ShouldBe(5);

        var far = Unary();
        Known(far, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => far.Decide(
            Size, new LinkRate(0.1e6, IsAtLeast: true), 1, true) == CompressionDecision.Compress);

        // And there is nothing to find out where the rate was measured.
        var known = Unary();
        Known(known, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => known.Decide(Size, Rate(40e6), 1, true) == CompressionDecision.Compress);
    }

    [Fact]
    public void A_whole_message_is_compressed_now_and_then_where_by_what_is_known_it_hardly_costs_more()
    {
        // A seventh more than plain: 3 % of the time allow for one in six.
        var adaptation = Unary();
        Known(adaptation, 0.2, 100e6, 300e6);
        var courses = Enumerable.Range(0, 60).Select(_ => adaptation.Decide(Size, Rate(72e6), 1, sampled: true)).ToList();
        courses.Count(c => c == CompressionDecision.Compress).ShouldBeInRange(8, 12);

        // Four times as much is too dear.
        var far = Unary();
        Known(far, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => far.Decide(Size, Rate(300e6), 1, true) == CompressionDecision.Plain);
    }

    [Fact]
    public void A_sample_alone_is_not_believed_where_a_whole_message_could_be_half_as_dear_again()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.2, 100e6, 300e6);
        adaptation.Decide(Size, Rate(72e6), 1, sampled: true).ShouldBe(CompressionDecision.Compress);

        // Whole messages take half as long as their samples, and the second one says so for good.
        adaptation.AddWholeMessage(Size, Size / 5, TimeSpan.FromSeconds(Size / 200e6));
        adaptation.AddWholeMessage(Size, Size / 5, TimeSpan.FromSeconds(Size / 200e6));
        adaptation.Report.CompressRate!.Value.ShouldBe(200e6, 1e6);
        adaptation.Report.DecompressRate!.Value.ShouldBe(600e6, 3e6, "what makes one slow makes the other slow");
        adaptation.Decide(Size, Rate(72e6), 1, sampled: true).ShouldBe(CompressionDecision.Compress);
        Sample(adaptation, 0.2, 100e6, 300e6);
        adaptation.Report.CompressRate!.Value.ShouldBe(200e6, 1e6);
    }

    [Fact]
    public void One_measurement_that_is_far_off_changes_nothing()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.2, 100e6, 300e6);
        Sample(adaptation, 0.2, 100e6, 300e6);
        Sample(adaptation, 0.2, 1e6, 3e6);

        adaptation.Report.CompressRate!.Value.ShouldBe(100e6, 1e5);
        adaptation.Report.DecompressRate!.Value.ShouldBe(300e6, 1e5);
        adaptation.Decide(Size, Rate(50e6), 1, sampled: true).ShouldBe(CompressionDecision.Compress);
    }

    private static AdaptiveCompressionPolicy Unary() => new("/s/m", isStream: false, Gzip);

    private static AdaptiveCompressionPolicy Stream() => new("/s/m", isStream: true, Gzip);

    private static LinkRate Rate(double bytesPerSecond) => new(bytesPerSecond, IsAtLeast: false);

    private static void Sample(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress) =>
        adaptation.AddSample(Size, (int)(Size * ratio), TimeSpan.FromSeconds(Size / compress), TimeSpan.FromSeconds(Size / decompress));

    private static bool Compresses(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress, double link,
        long ofCall = 1)
    {
        Known(adaptation, ratio, compress, decompress);
        adaptation.Decide(Size, Rate(link), ofCall, sampled: true);
        return adaptation.Report.IsCompressing;
    }

    // Two whole messages, after which samples alone need not be trusted.
    private static void Known(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress)
    {
        Sample(adaptation, ratio, compress, decompress);
        for (var i = 0; i < 2; i++)
        {
            adaptation.AddWholeMessage(Size, (int)(Size * ratio), TimeSpan.FromSeconds(Size / compress));
        }
    }
}
