using Fathom.Studies;
using Fathom.Studies.Compression;

namespace Fathom.FunctionalTests.Cli;

/// <summary>What the study <c>compression</c> measures, as far as nothing in it hangs on the speed of the machine.</summary>
public class CompressionRunTests
{
    [Theory]
    [InlineData("gzip best")]
    [InlineData("deflate best")]
    public async Task What_went_over_the_wire_is_measured_and_gzip_saves_what_was_published(string compression)
    {
        var (_, values) = await StudyReplicate.RunAsync(CompressionStudy.Spec, Profile.Quick,
            [("payload", "published"), ("shape", "one"), ("compression", compression)]);

        values["plain_bytes_per_download"].ShouldBe(4_050_007);
        values["savings_percent"]!.Value.ShouldBeGreaterThanOrEqualTo(99.75);
        values["compressed_percent"].ShouldBe(100);
        values["received_wire_bytes"].ShouldBe(10 * values["wire_bytes_per_download"]);
        values["server_codec_us"]!.Value.ShouldBeGreaterThan(0);
        values["pays_below_mbit"]!.Value.ShouldBeGreaterThan(0);
    }
}
