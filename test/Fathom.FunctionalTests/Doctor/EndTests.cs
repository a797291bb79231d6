using System.Net.Sockets;
using Fathom.Records;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Programs and processes that cannot be examined, or not to the end: a clear end, and nothing left running.</summary>
[Collection(Alone.Name)]
public sealed class EndTests : IAsyncDisposable
{
    private static readonly TimeSpan Soon = TimeSpan.FromMinutes(2);

    // The first run opens a diagnostic port and answers nothing on it. Later runs start the given program.
    private const string DeafOnce = """
        import os, socket, sys
        if os.path.exists(sys.argv[1]):
            os.execv(sys.argv[2], sys.argv[2:])
        open(sys.argv[1], "w").close()
        started = open("/proc/self/stat").read().rsplit(")", 1)[1].split()[19]
        port = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"dotnet-diagnostic-{os.getpid()}-{started}-socket")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(port)
            listener.listen()
            listener.accept()[0].close()
        os.remove(port)
        """;

    private readonly Examination _doctor = new();

    [Fact]
    public async Task A_program_that_fails_always_is_refused_with_what_it_wrote()
    {
        var error = await _doctor.RefusedAsync("--", SubjectCatalog.DotnetHost, Examination.Plants, "failing");
        error.ShouldContain("fails: it ended with exit code 7, then with 7");
        error.ShouldContain("It wrote: no such service");
        _doctor.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task A_program_that_is_not_there_is_refused()
    {
        (await _doctor.RefusedAsync("--", "/nowhere/program")).ShouldContain("'/nowhere/program' cannot be started");
        _doctor.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task A_program_that_does_not_end_is_ended_with_the_budget()
    {
        using var doctor = _doctor.Start("--budget", "2s", "--", SubjectCatalog.DotnetHost, Examination.Plants, "waiting");
        await Eventually.HoldsAsync(() => doctor.Descendants().Count > 0, "the program runs");
        var children = doctor.Descendants();
        (await doctor.ExitAsync(Soon)).ShouldBe(2);
        doctor.Error.ShouldContain("did not end within 2 s and was ended");
        children.ShouldAllBe(id => !FathomProcess.Runs(id));
    }

    [Fact]
    public async Task Ctrl_C_gives_the_verdict_so_far_and_ends_the_program()
    {
        using var doctor = _doctor.Start("--", SubjectCatalog.DotnetHost, Examination.Plants, "logging");
        await Eventually.HoldsAsync(() => doctor.Error.Contains("rounds", StringComparison.Ordinal), "the rounds begin");
        await Eventually.HoldsAsync(() => doctor.Descendants().Count > 0, "a run");
        var children = doctor.Descendants();
        doctor.Interrupt();
        (await doctor.ExitAsync(Soon)).ShouldBe(130);
        children.ShouldAllBe(id => !FathomProcess.Runs(id));
        _doctor.Read().Partial.ShouldBeTrue();
    }

    [Fact]
    public async Task Ctrl_C_removes_the_control_group_of_a_program_that_runs_without_its_limit()
    {
        _doctor.LimitProcessorTime(percent: 40);
        using var doctor = _doctor.Start("--", SubjectCatalog.DotnetHost, Examination.Plants, "working-on-all");
        await Eventually.HoldsAsync(
            () => Examination.Groups().SelectMany(Examination.ProcessesIn).Any(doctor.Descendants().Contains), "a run without the limit");
        var children = doctor.Descendants();
        doctor.Interrupt();
        (await doctor.ExitAsync(Soon)).ShouldBe(130);
        Examination.Groups().ShouldBeEmpty();
        children.ShouldAllBe(id => !FathomProcess.Runs(id));
    }

    [Fact]
    public async Task What_a_killed_doctor_left_of_a_control_group_is_removed_by_the_next()
    {
        _doctor.LimitProcessorTime(percent: 40);
        using var doctor = _doctor.Start("--", SubjectCatalog.DotnetHost, Examination.Plants, "working-on-all");
        await Eventually.HoldsAsync(
            () => Examination.Groups().SelectMany(Examination.ProcessesIn).Any(doctor.Descendants().Contains), "a run without the limit");
        doctor.Kill();
        await doctor.ExitAsync(Soon);
        Examination.Groups().ShouldNotBeEmpty();

        (await _doctor.RefusedAsync("--", "/nowhere/program")).ShouldContain("'/nowhere/program' cannot be started");

        Examination.Groups().ShouldBeEmpty();
    }

    [Fact]
    public Task A_running_process_is_watched_until_it_ends_and_gets_hints() => Examination.JudgeAsync(async doctor =>
    {
        var before = Leftovers();
        var server = await doctor.ServeAsync();
        using var client = ChildProcess.Start(
            "env", "DOTNET_PROCESSOR_COUNT=2", SubjectCatalog.DotnetHost, Examination.Plants, "starved-client", server, "20");
        await Eventually.HoldsAsync(() => FathomProcess.Runs(client.Id)
            && Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{client.Id}-*").Length > 0, "the runtime of the client");
        var record = await doctor.RunAsync("--pid", $"{client.Id}", "--budget", "60s");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("thread-pool-starvation", FindingKind.Hint), doctor.Wrote);
        record.Causes[0].WouldProve.ShouldNotBeNull().ShouldContain("fathom doctor -- COMMAND");
        record.NotSeen.ShouldContain(s => s.StartsWith("The process ended after", StringComparison.Ordinal));
        record.Target.Name.ShouldBe("dotnet fathom-plants.dll");
        var threads = record.Series.Single(s => s.Text == "threads of the pool");
        threads.Values[^1].ShouldBeGreaterThan(threads.Values[0], "the pool grows");
        record.Series.ShouldContain(s => s.Text == "processors in use");
        Leftovers().ShouldBeSubsetOf(before);
    });

    [Fact]
    public async Task A_process_that_is_not_dotnet_is_watched_by_what_the_system_shows()
    {
        using var sleeper = ChildProcess.Start("sleep", "60");
        // As a killed .NET process with this id would have left it.
        var port = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{sleeper.Id}-1-socket");
        using var left = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        left.Bind(new UnixDomainSocketEndPoint(port));
        var record = await _doctor.RunAsync("--pid", $"{sleeper.Id}", "--budget", "1s");
        record.Causes.ShouldBeEmpty();
        // Its bytes are looked at twice where the watch lasts long enough; what 17 means is tested with what was recorded of a "sleeper".
        record.Verdict.ShouldMatch("^Nothing was found, but 1[78] of 19 causes could not be looked at");
        record.NotSeen.ShouldContain(s => s.Contains("it is no .NET process", StringComparison.Ordinal));
        record.Observations.ShouldContain(o => o.Id == "cpu-time");
        File.Delete(port);
    }

    [Fact]
    public async Task A_runtime_that_sent_no_events_is_watched_once_more()
    {
        var python = Requires.Program(TestPrerequisites.Python3);
        using var folder = new TemporaryFolder();
        var script = Path.Combine(folder.Path, "deaf-once.py");
        await File.WriteAllTextAsync(script, DeafOnce, TestContext.Current.CancellationToken);
        var record = await _doctor.RunAsync(
            "--budget", "60s", "--", python, script, Path.Combine(folder.Path, "was-deaf"), SubjectCatalog.DotnetHost, Examination.Plants,
            "working");
        _doctor.Wrote.ShouldContain("Watches it once more: events of the .NET runtime were not seen");
        record.NotSeen.ShouldNotContain(s => s.Contains("events of the .NET runtime", StringComparison.Ordinal));
        record.Observations.ShouldContain(o => o.Id == "methods-compiled", _doctor.Wrote);
    }

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();

    private static string[] Leftovers() => Directory.GetDirectories(Path.GetTempPath(), "fathom-doctor-*");
}
