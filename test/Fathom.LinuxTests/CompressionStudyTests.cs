using Fathom.Lab.Results;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary><c>fathom run compression</c> on lines, in part.</summary>
public sealed class CompressionStudyTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-compression-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_codec_that_pays_on_a_slow_line_is_found_to_and_no_download_is_faster_than_its_line()
    {
        await (await Machine.LinkAsync(new())).DisposeAsync();
        using var run = Marked.Start("run", "compression", "--profile", "full", "--level", "payload=text", "--level", "shape=one",
            "--level", "link=20mbit,450mbit",
            "--level", "compression=none,gzip best", "--out", _folder.FullName);
        (await run.Fathom.ExitAsync(TimeSpan.FromMinutes(15))).ShouldBe(0, run.Fathom.Error);
        await Eventually.HoldsAsync(() => run.Processes().Count == 0, "all that it started has ended");

        var record = new RunRecordStore(_folder.FullName).Read("compression");
        record.Failures.ShouldBeEmpty();
        record.Trials.ShouldAllBe(t => t.Replicates.Count >= 7 && t.Errors == 0 && t.Series.Count == 0);
        foreach (var trial in record.Trials)
        {
            // The rate of the link is the lower bound of a download.
            var rate = double.Parse(trial.Factors["link"][..^4], System.Globalization.CultureInfo.InvariantCulture);
            trial.Metrics["download_ms"].Value.ShouldBeGreaterThan(trial.Metrics["wire_bytes_per_download"].Value * 8 / rate / 1000);
        }

        // A machine whose gzip at its best level is slower than 20 Mbit/s of text is too slow for this test.
        var finding = record.Findings.ShouldHaveSingleItem();
        (finding.Id, finding.Kind, finding.Changed)
            .ShouldBe(("compression-pays-below", FindingKind.Finding, new ChangedFactor("compression", "none", "gzip best")));
        record.Trial(finding.Baseline!).Factors["link"].ShouldBe("20mbit");
        (await File.ReadAllTextAsync(Path.Combine(_folder.FullName, "report.html")))
            .ShouldContain("Time of a download by the rate of the line: text, one message");
    }
}
