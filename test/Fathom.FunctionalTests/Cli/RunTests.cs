using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Compression;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom run</c> as a user runs it.</summary>
public sealed class RunTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("fathom-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task The_published_failure_and_its_cure_are_found()
    {
        var record = await RunAsync(CompressionStudy.Spec, ("payload", "oversized"));

        var finding = record.Findings.ShouldHaveSingleItem();
        finding.Id.ShouldBe("message-too-large");
        finding.Claim.ShouldContain("\"Received message larger than max (4860007 vs. 4194304)\"");
        record.Trial(finding.Baseline!).ErrorsByStatus["ResourceExhausted"].ShouldBe(record.Trial(finding.Baseline!).Errors);
        record.Trial(finding.Counterfactual!).Errors.ShouldBe(0);
    }

    [Fact]
    public async Task Sequential_calls_over_new_and_over_one_channel_are_measured()
    {
        Requires.Night();
        var record = await RunAsync(ChannelsStudy.Spec, ("schedule", "sequential"), ("security", "plain"));

        foreach (var trial in record.Trials)
        {
            trial.Errors.ShouldBe(0);
            trial.Metrics["connections_opened"].Value.ShouldBe(trial.Factors["channel"] == "new" ? 500 : 1);
            trial.Latency.Sum(b => b.Count).ShouldBe(trial.Replicates.Count * 500);
            trial.Series.ShouldContain(s => s.Name == "thread_pool_threads");

            // The published order, four kinds of calls in one process, has metrics of its own, which no trial of this plan measures.
            trial.Metrics.Keys.Order().ShouldBe(record.Metrics.Select(m => m.Id).Order());
        }

        // Whether a busy machine shows the effect is not this test's business; that nothing else is claimed is.
        record.Findings.ShouldAllBe(f => f.Id == "channel-per-call");
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_process_and_a_partial_record()
    {
        Requires.Present(TestPrerequisites.Linux);
        using var fathom = FathomProcess.Start("run", "channels", "--out", _folder);
        var children = await StartedChildrenAsync(fathom);
        fathom.Interrupt();
        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(130);
        children.ShouldAllBe(id => !FathomProcess.Runs(id));
        new RunRecordStore(_folder).Read("channels").Partial.ShouldBeTrue();
        (await File.ReadAllTextAsync(Path.Combine(_folder, "report.html"))).ShouldContain("partial");
    }

    [Fact]
    public async Task Killing_it_leaves_no_process()
    {
        Requires.Present(TestPrerequisites.Linux);
        // Of a part of a study: for a whole one the speed of the machine is measured first.
        using var fathom = FathomProcess.Start("run", "channels", "--level", "schedule=sequential", "--out", _folder);
        var children = await StartedChildrenAsync(fathom);
        fathom.Kill();
        await Eventually.HoldsAsync(() => !children.Any(FathomProcess.Runs), "every child has ended");
    }

    [Fact]
    public async Task A_subject_started_by_hand_answers_until_Ctrl_C()
    {
        using var fathom = FathomProcess.Start("serve", "kestrel", "--port", "0");
        await Eventually.HoldsAsync(() => fathom.Output.Contains("listening on http://127.0.0.1:", StringComparison.Ordinal),
            "the subject listens");
        var address = fathom.Output.Split("listening on ")[1].Trim();
        using var client = new HttpClient { DefaultRequestVersion = new Version(2, 0),
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        using var response = await client.GetAsync(new Uri(address));
        response.Version.ShouldBe(new Version(2, 0));
        fathom.Interrupt();
        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(130);
    }

    [Fact]
    public async Task A_taken_port_is_said_and_is_exit_3()
    {
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();
        var port = ((System.Net.IPEndPoint)taken.LocalEndpoint).Port;
        var run = await FathomRun.OfAsync("serve", "kestrel", "--port", $"{port}");
        run.ExitCode.ShouldBe(3);
        run.Error.ShouldContain($"{port}");
        run.Error.ShouldNotContain("   at ");
    }

    // Two trials, from the command line to record, page and terminal.
    private async Task<RunRecord> RunAsync(StudySpec study, params (string Factor, string Level)[] levels)
    {
        using var fathom = FathomProcess.Start([
            "run", study.Name, .. levels.SelectMany(l => new[] { "--level", $"{l.Factor}={l.Level}" }), "--seed", "7", "--verbose", "--out",
            _folder]);
        (await fathom.ExitAsync(TimeSpan.FromMinutes(4))).ShouldBe(0, fathom.Error);

        string[] labels = [$"\nasked   {study.Name}: ", "\nanswer  ", "\nproof   ", "\nfix     ", "\npage    "];
        labels.ShouldAllBe(label => fathom.Output.Contains(label, StringComparison.Ordinal));
        var plan = StudyPlanner.Plan(study, Profile.Quick, 7,
            levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)[l.Level]));
        fathom.Error.ShouldContain(
            $"{study.Name}: 2 trials, {plan.Trials.Sum(t => t.Policy.Replicates)} replicates, profile quick, seed 7");
        var record = new RunRecordStore(_folder).Read(study.Name);
        record.Partial.ShouldBeFalse();
        record.Failures.ShouldBeEmpty();
        record.Trials.Count.ShouldBe(2);
        foreach (var (trial, planned) in record.Trials.Zip(plan.Trials))
        {
            planned.Policy.Replicates.ShouldBeGreaterThanOrEqualTo(5);
            trial.Replicates.Count.ShouldBe(planned.Policy.Replicates);
        }

        var page = await File.ReadAllTextAsync(Path.Combine(_folder, "report.html"));
        page.ShouldContain(record.Answer);
        page.ShouldNotContain(_folder, Case.Sensitive);
        page.ShouldNotContain(Repository.Root, Case.Sensitive);
        PrivacyCheck.NamesNoMachineUserOrFolder(await File.ReadAllTextAsync(Path.Combine(_folder, $"{study.Name}.json")));
        return record;
    }

    // The first block is under way: server and client of at least one trial run.
    private static async Task<IReadOnlyList<int>> StartedChildrenAsync(FathomProcess fathom)
    {
        await Eventually.HoldsAsync(() => fathom.Error.Contains("block 1", StringComparison.Ordinal) && fathom.Descendants().Count >= 2,
            "server and client run");
        return fathom.Descendants();
    }
}
