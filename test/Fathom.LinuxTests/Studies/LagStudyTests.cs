using Fathom.Machines.Prerequisites;
using Fathom.Studies.Lag;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Studies;

/// <summary>The study <c>lag</c>, in part, and <c>fathom run lag</c> where no link can be made.</summary>
[Collection(Alone.Name)]
public sealed class LagStudyTests
{
    [Fact]
    public async Task The_published_pair_is_measured_over_fresh_links_and_explained_from_the_packets()
    {
        Machine.RequireLinks();
        using var run = Thorough.IsNightly
            ? await StudyRun.RunAsync(LagStudy.Spec, levels: [("host", ["httpsys-model"]), ("segment", ["4096"]), ("protocol", ["http1"]),
                ("mtu", ["65535"]), ("loss", ["2%"])])
            : await StudyRun.RunAsync(ShortStudies.Lag);
        var segments = Thorough.IsNightly ? 64 : ShortStudies.Segments;

        var record = run.Record;
        record.Trials.Select(t => (t.Factors["write"], t.Replicates.Count, t.Errors, t.SideBySide))
            .ShouldBe([("Write", 5, 0, true), ("WriteAsync", 5, 0, true)]);
        foreach (var trial in record.Trials)
        {
            trial.Metrics.Keys.Order().ShouldBe(record.Metrics.Select(m => m.Id).Order());
            trial.Metrics["round_trip_ms"].Value.ShouldBeGreaterThanOrEqualTo(50);
            trial.Series.Select(s => s.Name).Distinct().ShouldBe(["sequence.sent", "sequence.acknowledged", "sequence.allowed"]);
        }

        var finding = record.Findings.ShouldHaveSingleItem();
        finding.Id.ShouldBe("stop-and-wait-sender");
        finding.Claim.ShouldContain("4,096 bytes per round trip");
        // A round trip for each segment: no machine is faster than the link. On a busy one the model may be off by more than it counts.
        record.Trial(finding.Baseline!).Metrics["wall_ms"].Value.ShouldBeGreaterThan(segments * 50);
        run.Words.ShouldContain("4,096 bytes per round trip");
        run.Page.ShouldContain("bytes sent and acknowledged over time");
    }

    [Fact]
    public async Task Without_a_link_a_transfer_is_measured_without_its_packets()
    {
        using var run = await StudyRun.RunAsync(ShortStudies.LagWithoutLink);

        var trial = run.Record.Trials.ShouldHaveSingleItem();
        (trial.Errors, trial.Series.Count, trial.Metrics.ContainsKey("wall_ms"), trial.Metrics.ContainsKey("round_trip_ms"))
            .ShouldBe((0, 0, true, false));
    }

    [Fact]
    public async Task A_machine_without_namespaces_is_told_why_the_study_cannot_be_run()
    {
        Requires.Present(LinkPrerequisites.UtilLinux);
        using var folder = new TemporaryFolder();
        var fake = folder.PathOf("unshare");
        await File.WriteAllTextAsync(
            fake, "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(fake, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        using var run = FathomProcess.StartWith(
            new Dictionary<string, string> { ["PATH"] = $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}" },
            "run", "lag", "--out", folder.PathOf("out"));
        (await run.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(3);
        run.Error.ShouldContain(
            "fathom: study 'lag' needs a link, and this machine cannot make one: user and network namespaces: closed to this user");
        run.Output.Trim().ShouldBeEmpty();
    }
}
