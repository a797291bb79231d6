using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom run</c> as a user runs it.</summary>
public sealed class RunTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("fathom-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_part_of_the_study_runs_from_start_to_end()
    {
        using var fathom = FathomProcess.Start("run", "channels", "--level", "schedule=sequential", "--level", "security=plain", "--seed",
            "7", "--verbose", "--out", _folder);
        (await fathom.ExitAsync(TimeSpan.FromMinutes(2))).ShouldBe(0, fathom.Error);

        string[] labels = ["\nasked   channels: ", "\nanswer  ", "\nproof   ", "\nfix     ", "\npage    "];
        labels.ShouldAllBe(label => fathom.Output.Contains(label, StringComparison.Ordinal));
        fathom.Output.ShouldContain("Grpc.AspNetCore");
        fathom.Output.ShouldContain("8987 / 15118");
        fathom.Output.ShouldContain("2021-05-21");
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 7, new Dictionary<string, IReadOnlyList<string>>
        {
            ["schedule"] = ["sequential"], ["security"] = ["plain"],
        });
        fathom.Error.ShouldContain(
            $"channels: 2 trials, {plan.Trials.Sum(t => t.Policy.Replicates)} replicates, profile quick, seed 7");
        var record = new RunRecordStore(_folder).Read("channels");
        record.Partial.ShouldBeFalse();
        record.Failures.ShouldBeEmpty();
        record.Trials.Count.ShouldBe(2);
        foreach (var (trial, planned) in record.Trials.Zip(plan.Trials))
        {
            planned.Policy.Replicates.ShouldBeGreaterThanOrEqualTo(5);
            trial.Replicates.Count.ShouldBe(planned.Policy.Replicates);
            trial.Errors.ShouldBe(0);
            trial.Metrics["connections_opened"].Value.ShouldBe(trial.Factors["channel"] == "new" ? 500 : 1);
            trial.Latency.Sum(b => b.Count).ShouldBe(trial.Replicates.Count * 500);
            trial.Series.ShouldContain(s => s.Name == "thread_pool_threads");

            // The published order, four kinds of calls in one process, has metrics of its own, which no trial of this plan measures.
            trial.Metrics.Keys.Order().ShouldBe(record.Metrics.Select(m => m.Id).Order());
        }

        // Whether a busy machine shows the effect is not this test's business; that nothing else is claimed is.
        record.Findings.ShouldAllBe(f => f.Id == "channel-per-call");
        var page = await File.ReadAllTextAsync(Path.Combine(_folder, "report.html"));
        page.ShouldContain(record.Answer);
        page.ShouldNotContain(_folder, Case.Sensitive);
        page.ShouldNotContain(Repository.Root, Case.Sensitive);
        PrivacyCheck.NamesNoMachineUserOrFolder(await File.ReadAllTextAsync(Path.Combine(_folder, "channels.json")));
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
        using var fathom = FathomProcess.Start("run", "channels", "--out", _folder);
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
        using var fathom = FathomProcess.Start("serve", "kestrel", "--port", $"{port}");
        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(3);
        fathom.Error.ShouldContain($"{port}");
        fathom.Error.ShouldNotContain("   at ");
    }

    // The first block is under way: server and client of at least one trial run.
    private static async Task<IReadOnlyList<int>> StartedChildrenAsync(FathomProcess fathom)
    {
        await Eventually.HoldsAsync(() => fathom.Error.Contains("block 1", StringComparison.Ordinal) && fathom.Descendants().Count >= 2,
            "server and client run");
        return fathom.Descendants();
    }
}
