using System.IO.Compression;
using FsCheck;
using FsCheck.Fluent;
using Fathom.Load.Counting;
using HdrHistogram;
using HdrHistogram.Encoding;
using HdrHistogram.Utilities;

namespace Fathom.Tests.Load.Counting;

/// <summary>Histograms are written as HdrHistogram writes them, and read from any text.</summary>
public class HistogramTextTests
{
    [Fact]
    public void What_is_encoded_is_decoded_count_for_count()
    {
        var histogram = LatencyHistograms.Create();
        foreach (var value in new long[] { 0, 1, 1000, 1_000_000, 1_000_000, LatencyHistograms.Longest, long.MaxValue, -5 })
        {
            histogram.Count(value);
        }

        var text = HistogramText.Encode(histogram);
        // The prefix that every compressed V2 histogram has.
        text.ShouldStartWith("HISTF");
        Buckets(HistogramText.Decode(text)).ShouldBe(Buckets(histogram));
        HistogramText.Decode(HistogramText.Encode(LatencyHistograms.Create())).TotalCount.ShouldBe(0);
    }

    [Fact]
    public void HdrHistogram_encodes_the_same_bytes() => Prop.ForAll(
        Gen.Choose(0, 40).SelectMany(bits => Gen.Choose(1, 1 << 20).Select(low => (1L << bits) + (low & ((1L << bits) - 1)))).ListOf()
            .ToArbitrary(),
        values =>
        {
            var histogram = LatencyHistograms.Create();
            foreach (var value in values)
            {
                histogram.Count(value);
            }

            var expected = ByteBuffer.Allocate(histogram.GetNeededByteBufferCapacity());
            var length = histogram.Encode(expected, HistogramEncoderV2.Instance);
            expected.Position = 0;
            Inflated(HistogramText.Encode(histogram)).ShouldBe([.. Enumerable.Range(0, length).Select(_ => expected.Get())]);
        }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("")]
    [InlineData("not base64")]
    [InlineData("AAAAAAAAAAAAAAAA")]
    [InlineData("HISTFAAAABx42g==")]
    [InlineData("HISTFAAAAAR42gAA")]
    public void Text_that_is_no_histogram_is_refused(string text) => Should.Throw<FormatException>(() => HistogramText.Decode(text));

    private static byte[] Inflated(string text)
    {
        using var zlib = new ZLibStream(new MemoryStream(Convert.FromBase64String(text)[8..]), CompressionMode.Decompress);
        var bytes = new MemoryStream();
        zlib.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static List<(long Value, long Count)> Buckets(HistogramBase histogram) =>
        [.. histogram.RecordedValues().Select(v => (v.ValueIteratedTo, v.CountAddedInThisIterationStep))];
}
