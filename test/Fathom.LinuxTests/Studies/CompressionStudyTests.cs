using System.Globalization;
using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Studies;

/// <summary>The study <c>compression</c> on lines, in part. What it finds in figures of lines, tests without a network say.</summary>
[Collection(Alone.Name)]
public sealed class CompressionStudyTests
{
    [Fact]
    public async Task No_download_is_faster_than_its_line_and_at_night_a_codec_that_pays_on_a_slow_one_is_found_to()
    {
        Machine.RequireLinks();
        using var run = Thorough.IsNightly
            ? await StudyRun.RunAsync(CompressionStudy.Spec, Profile.Full, ("payload", ["text"]), ("shape", ["one"]),
                ("link", ["20mbit", "450mbit"]), ("compression", ["none", "gzip best"]))
            : await StudyRun.RunAsync(ShortStudies.Compression, Profile.Full);

        var record = run.Record;
        record.Trials.Select(t => t.Factors["compression"]).Distinct().ShouldBe(["none", "gzip best"], ignoreOrder: true);
        record.Trials.ShouldAllBe(t => t.Errors == 0 && t.Series.Count == 0);
        foreach (var trial in record.Trials)
        {
            // The rate of the link is the lower bound of a download.
            var rate = double.Parse(trial.Factors["link"][..^4], CultureInfo.InvariantCulture);
            trial.Metrics["download_ms"].Value.ShouldBeGreaterThan(trial.Metrics["wire_bytes_per_download"].Value * 8 / rate / 1000);
        }

        if (!Thorough.IsNightly)
        {
            return;
        }

        // A machine whose gzip at its best level is slower than 20 Mbit/s of text is too slow for this.
        record.Trials.ShouldAllBe(t => t.Replicates.Count >= 7);
        var finding = record.Findings.ShouldHaveSingleItem();
        (finding.Id, finding.Kind, finding.Changed)
            .ShouldBe(("compression-pays-below", FindingKind.Finding, new ChangedFactor("compression", "none", "gzip best")));
        record.Trial(finding.Baseline!).Factors["link"].ShouldBe("20mbit");
        run.Page.ShouldContain("Time of a download by the rate of the line: text, one message");
    }
}
