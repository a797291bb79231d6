using static Fathom.Tests.Transport.Compression.AdaptivePolicies;

namespace Fathom.Tests.Transport.Compression;

/// <summary>The rate of the line below which a message, or a stream, is compressed.</summary>
public class BreakEvenTests
{
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
}
