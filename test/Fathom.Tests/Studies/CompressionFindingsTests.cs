using Fathom.Records;
using static Fathom.Tests.Studies.CompressionFigures;

namespace Fathom.Tests.Studies;

/// <summary>The rules of the study <c>compression</c> over figures that are made up.</summary>
public class CompressionFindingsTests
{
    [Fact]
    public void A_codec_slower_than_loopback_yields_its_break_even_and_the_words_that_one_side_was_measured()
    {
        var record = Run(Figures);
        var finding = record.Findings.First(f => f.Id == "compression-pays-below" && f.Changed!.From == "gzip");

        // c 100 MB/s, d 300 MB/s, r 0.01: 0.99 / (1/100 + 1/300) = 74.25 MB/s.
        finding.Claim.ShouldStartWith(
            "gzip on the payload 'published' as one message pays on lines below 594 Mbit/s (594 to 594), predicted from what both "
                + "processes measured: 100 MB/s in, 300 MB/s out, 99 % saved.");
        finding.Claim.ShouldEndWith("and 6 ms without; no slower line was measured.");
        finding.Model!.Predicted.ShouldBe((0.01 * 6) + 40.5 + 13.5, 0.02);
        finding.Changed.ShouldBe(new ChangedFactor("compression", "gzip", "none"));
        record.Answer.ShouldStartWith("It depends on the line: by the speeds measured here it pays on lines below 594 Mbit/s (");
    }

    [Fact]
    public void A_stream_overlaps_and_so_pays_below_its_slower_end()
    {
        var record = Run(Figures);

        // 45 ms of the server's processor and 5 ms of the client's for 4.05 MB: 90 and 810 MB/s.
        var claim = record.Findings.First(f => f.Claim.Contains("as a stream")).Claim;
        claim.ShouldContain("pays on lines below 720 Mbit/s");
        claim.ShouldContain("100 MB/s in, 300 MB/s out, 90 and 810 MB/s with sending and receiving, ");
    }

    [Fact]
    public void A_codec_that_costs_no_time_on_loopback_is_no_more_than_a_hint()
    {
        var record = Run((trial, _) => Figures(trial, wallMs: 60));

        var hints = record.Findings.Where(f => f.Id == "compression-pays-below").ToList();
        hints.ShouldNotBeEmpty();
        hints.ShouldAllBe(f => f.Kind == FindingKind.Hint && f.Claim.EndsWith(", which proves no difference."));
    }

    [Fact]
    public void Compressing_what_is_random_is_misuse_and_compressing_text_is_not()
    {
        var record = Run(Figures);

        var finding = record.Findings.Where(f => f.Id == "compression-misuse").ShouldHaveSingleItem();
        record.Trial(finding.Baseline!).Factors["payload"].ShouldBe("random");
        finding.Claim.ShouldStartWith(
            "gzip on random bytes saves 0 % and costs the server 45 ms of processor time per download in place of 3 ms");

        Run((trial, _) => Figures(trial, savesRandom: true)).Findings.ShouldNotContain(f => f.Id == "compression-misuse");
    }

    [Fact]
    public void A_message_over_the_limit_is_found_in_gRPCs_words_with_its_cure()
    {
        var record = Run(Figures);
        var finding = record.Findings.Where(f => f.Id == "message-too-large").ShouldHaveSingleItem();

        finding.Claim.ShouldBe(
            "All 70 downloads as one message failed with ResourceExhausted (\"Received message larger than max (4860007 vs. "
                + "4194304)\"); as a stream of messages of 979 bytes none did.");
        finding.Changed.ShouldBe(new ChangedFactor("shape", "one", "stream"));

        Run((trial, _) => Figures(trial, failure: "Unavailable")).Findings.ShouldNotContain(f => f.Id == "message-too-large");
    }
}
