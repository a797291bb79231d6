using Fathom.Transport.Compression;
using static Fathom.Tests.Transport.Compression.AdaptivePolicies;

namespace Fathom.Tests.Transport.Compression;

/// <summary>When a message is sampled, and how far a sample is trusted.</summary>
public class AdaptiveSamplingTests
{
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
}
