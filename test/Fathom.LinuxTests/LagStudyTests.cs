using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary><c>fathom run lag</c>, in part, and where no link can be made.</summary>
public sealed class LagStudyTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-lag-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task The_published_pair_is_measured_over_fresh_links_and_explained_from_the_packets()
    {
        await (await Machine.LinkAsync(new())).DisposeAsync();
        using var run = Marked.Start("run", "lag", "--level", "host=httpsys-model", "--level", "segment=4096", "--level", "protocol=http1",
            "--level", "mtu=65535",
            "--level", "loss=2%", "--verbose", "--out", _folder.FullName);
        (await run.Fathom.ExitAsync(TimeSpan.FromMinutes(10))).ShouldBe(0, run.Fathom.Error);
        await Eventually.HoldsAsync(() => run.Processes().Count == 0, "all that it started has ended");

        var record = new RunRecordStore(_folder.FullName).Read("lag");
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
        // 64 segments: no machine is faster than the link.
        finding.Model!.Measured.ShouldBeGreaterThan(64 * 50);
        run.Fathom.Output.ShouldContain("grpc-dotnet/issues/1971");
        (await File.ReadAllTextAsync(Path.Combine(_folder.FullName, "report.html"))).ShouldContain("bytes sent and acknowledged over time");
    }

    [Fact]
    public async Task A_machine_without_namespaces_is_told_why_the_study_cannot_be_run()
    {
        using var run = StartWithoutNamespaces("run", "lag", "--out", _folder.FullName);
        (await run.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(3);
        run.Error.ShouldContain(
            "fathom: study 'lag' needs a link, and this machine cannot make one: user and network namespaces: closed to this user");
        run.Output.Trim().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_machine_without_namespaces_runs_all_other_studies()
    {
        using var run = StartWithoutNamespaces("run", "--level", "schedule=sequential", "--level", "security=plain", "--level",
            "channel=reused", "--level", "callers=1", "--out", _folder.FullName);
        (await run.ExitAsync(TimeSpan.FromMinutes(10))).ShouldBe(1, run.Error);
        run.Error.ShouldContain(
            "study 'lag' is left out: it needs a link, and this machine cannot make one: user and network namespaces: closed to this user");
        new RunRecordStore(_folder.FullName).ShouldSatisfyAllConditions(
            s => s.Read("channels").Partial.ShouldBeFalse(),
            s => s.Read("compression").Partial.ShouldBeFalse(),
            s => s.Read("mediator").Partial.ShouldBeFalse());
    }

    [Fact]
    public async Task Without_a_link_the_study_runs_anywhere()
    {
        using var run = StartWithoutNamespaces("run", "lag", "--profile", "full", "--level", "delay=none", "--out", _folder.FullName);
        (await run.ExitAsync(TimeSpan.FromMinutes(10))).ShouldBe(0, run.Error);
        new RunRecordStore(_folder.FullName).Read("lag").Trials.ShouldAllBe(t => t.Replicates.Count == 5 && t.Series.Count == 0);
    }

    private FathomProcess StartWithoutNamespaces(params string[] arguments)
    {
        Requires.Present(LinkPrerequisites.UtilLinux);
        var fake = Path.Combine(_folder.CreateSubdirectory("bin").FullName, "unshare");
        File.WriteAllText(
            fake, "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(fake, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return FathomProcess.StartWith(new Dictionary<string,
            string> { ["PATH"] = $"{Path.GetDirectoryName(fake)}:{Environment.GetEnvironmentVariable("PATH")}" }, arguments);
    }
}
