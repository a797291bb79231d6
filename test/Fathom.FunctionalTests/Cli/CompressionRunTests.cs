using Fathom.Lab.Results;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom run compression</c> as a user runs it, as far as nothing in it hangs on the speed of the machine.</summary>
public sealed class CompressionRunTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("fathom-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task The_published_failure_and_its_cure_are_found()
    {
        using var fathom = FathomProcess.Start("run", "compression", "--level", "payload=oversized", "--out", _folder);
        (await fathom.ExitAsync(TimeSpan.FromMinutes(4))).ShouldBe(0, fathom.Error);

        var record = new RunRecordStore(_folder).Read("compression");
        record.Failures.ShouldBeEmpty();
        var finding = record.Findings.ShouldHaveSingleItem();
        finding.Id.ShouldBe("message-too-large");
        finding.Claim.ShouldContain("\"Received message larger than max (4860007 vs. 4194304)\"");
        record.Trial(finding.Baseline!).ErrorsByStatus["ResourceExhausted"].ShouldBe(record.Trial(finding.Baseline!).Errors);
        record.Trial(finding.Counterfactual!).Errors.ShouldBe(0);
    }

    [Fact]
    public async Task The_record_holds_what_went_over_the_wire_and_gzip_saves_what_was_published()
    {
        using var fathom = FathomProcess.Start(
            "run", "compression", "--level", "payload=published", "--level", "shape=one", "--level", "compression=gzip best,deflate best",
                "--out", _folder);
        (await fathom.ExitAsync(TimeSpan.FromMinutes(4))).ShouldBe(0, fathom.Error);

        var record = new RunRecordStore(_folder).Read("compression");
        record.Failures.ShouldBeEmpty();
        record.Trials.Count.ShouldBe(2);
        foreach (var trial in record.Trials)
        {
            trial.Metrics["plain_bytes_per_download"].Value.ShouldBe(4_050_007);
            trial.Metrics["savings_percent"].Value.ShouldBeGreaterThanOrEqualTo(99.75);
            trial.Metrics["compressed_percent"].Value.ShouldBe(100);
            trial.Metrics["received_wire_bytes"].Value.ShouldBe(10 * trial.Metrics["wire_bytes_per_download"].Value);
            trial.Metrics["server_codec_us"].Value.ShouldBeGreaterThan(0);
            trial.Metrics["pays_below_mbit"].Value.ShouldBeGreaterThan(0);
        }
    }
}
