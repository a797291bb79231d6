using System.Diagnostics;
using System.Globalization;
using Fathom.Studies.Running;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Studies.Running;

/// <summary>How the runner handles subjects that behave and subjects that do not.</summary>
public class ProcessTrialExecutorTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    // A busy machine starts subjects slowly: only the timeouts that a test waits for are short.
    private static readonly SubjectTimeouts ForDeafness = new() { ToStart = Patience, ToEnd = TimeSpan.FromSeconds(1) };

    private static readonly SubjectTimeouts ForSilenceAtStart = ForDeafness with { ToStart = TimeSpan.FromSeconds(1) };

    private static readonly SubjectTimeouts ForSilence = ForDeafness with { ToReport = TimeSpan.FromSeconds(1) };

    [Fact]
    public async Task Figures_of_both_processes_come_back()
    {
        var figures = (await MisbehavingTrial.ExecuteAsync("server", "client", new SubjectTimeouts()))
            .ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        figures.OfClient(ReportedValues.WallTime).ShouldBe(12.5);
        figures.ServerPerCall(ReportedValues.CpuTime).ShouldBe(20);
        figures.Errors.ShouldBe(1);
        figures.LatencyUs(1).ShouldBe(200);
        figures.Client.Series.ShouldHaveSingleItem().Points.ShouldBe([(0, 2), (5, 3)]);
    }

    [Theory]
    [InlineData("dies", "client", "server", "start", "ended with exit code 3 before it answered", "port 80 is taken")]
    [InlineData("nonsense", "client", "server", "start", "wrote a line that is no reply", "")]
    [InlineData("wrong-reply", "client", "server", "start", "answered 'begun' where 'ready' was due", "")]
    [InlineData("gives-up", "client", "server", "start", "gave up: no certificate to be had", "")]
    [InlineData("hangs", "client", "server", "start", "was silent for 1 s and was ended", "")]
    [InlineData("hangs-in-the-run", "client", "server", "run", "was silent for 1 s and was ended", "thinking")]
    [InlineData("server", "dies-in-the-run", "client", "run", "ended with exit code 134 before it answered", "out of luck")]
    [InlineData("server", "not-a-number", "client", "run", "wrote a line that is no reply", "")]
    [InlineData("server", "infinite", "client", "run", "\"calls\" is not a finite number", "")]
    [InlineData("dies-in-the-run", "client", "server", "run", "ended with exit code 134 before it answered", "out of luck")]
    public async Task A_subject_that_misbehaves_is_named_with_its_standard_error(
        string server, string client, string side, string stage, string message, string standardError)
    {
        var timeouts = server switch
        {
            "hangs" => ForSilenceAtStart,
            "hangs-in-the-run" => ForSilence,
            _ => new SubjectTimeouts(),
        };
        var failure = (await MisbehavingTrial.ExecuteAsync(server, client, timeouts))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;
        failure.Trial.ShouldBe("t01");
        failure.Block.ShouldBe(4);
        failure.Side.ShouldBe(side);
        failure.Stage.ShouldBe(stage);
        failure.Message.ShouldStartWith($"the {side} ");
        failure.Message.ShouldContain(message);
        failure.StandardError.ShouldContain(standardError);
        MisbehavingTrial.Alive().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_failure_in_the_record_names_no_folder_of_this_machine()
    {
        var failure = (await MisbehavingTrial.ExecuteAsync("names-its-folder", "client", new SubjectTimeouts()))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;

        // Of a checkout below the folder of temporary files, the folders between remain.
        failure.StandardError.ShouldMatch("^cannot read '<path>(/[^']+)?/secret.pem' nor <path>/key.pem$");
        failure.StandardError.ShouldNotContain(Repository.Root);
    }

    [Fact]
    public async Task A_crash_in_the_record_names_no_folder_and_no_path_of_a_build()
    {
        var failure = (await MisbehavingTrial.ExecuteAsync("crashes", "client", new SubjectTimeouts()))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;
        failure.Message.ShouldContain("ended with exit code 134");
        failure.StandardError.ShouldContain("   at Server.Program.Main() in <path>/Program.cs:line 12");
        failure.StandardError.ShouldContain(@"   at Server.Store.Add(String key) in <path>\Store.cs:line 7");
        failure.StandardError.ShouldMatch("cannot open '<path>(/[^']+)?/store.db'");
        foreach (var name in new[] { "/home", "somebody", "Some Body", "My Projects", "a-folder", Repository.Root, "disk full:/" })
        {
            failure.StandardError.ShouldNotContain(name);
        }
    }

    [Fact]
    public async Task A_line_without_end_is_an_error_that_names_the_bound()
    {
        var failure = (await MisbehavingTrial.ExecuteAsync("endless-line", "client", ForDeafness))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;
        failure.Message.ShouldBe("the server wrote a line of more than 1048576 characters; accepted: at most 1 MiB for a reply");
        MisbehavingTrial.Alive().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_line_of_standard_error_without_end_is_kept_to_its_bound()
    {
        var line = new TaskCompletionSource<string>();
        var start = BuiltSubjects.OfTests.StartInfo("misbehaving", "endless-error");
        await using var subject = SubjectProcess.Start("server", start, ForDeafness, text => line.TrySetResult(text));
        (await line.Task.WaitAsync(Patience)).Length.ShouldBe(SubjectProcess.MaxErrorLineLength + "...".Length);
        subject.StandardError.Length.ShouldBeLessThan(1000);
    }

    [Theory]
    [InlineData("leaves-a-child-with-its-output",
        "the server ended with exit code 3 before it answered; its standard output is still open, held by a process that it started")]
    [InlineData("leaves-a-child-with-its-standard-error", "the server ended with exit code 3 before it answered")]
    public async Task A_child_of_a_subject_that_holds_a_pipe_open_does_not_keep_the_runner_waiting(string server, string message)
    {
        Requires.Present(TestPrerequisites.Linux);
        var failure = (await MisbehavingTrial.ExecuteAsync(server, "client", ForDeafness).WaitAsync(Patience))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;
        using (var child = Process.GetProcessById(int.Parse(failure.StandardError.Split("child ")[1], CultureInfo.InvariantCulture)))
        {
            child.Kill();
        }

        failure.Message.ShouldBe(message);
        MisbehavingTrial.Alive().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_workload_that_the_client_lacks_is_refused_with_those_it_has()
    {
        var failure = (await MisbehavingTrial.ExecuteAsync("server", "client", new SubjectTimeouts(), kind: "cuont"))
            .ShouldBeOfType<ReplicateOutcome.Failed>().Failure;
        failure.Message.ShouldBe("the subject 'misbehaving' has no workload 'cuont'; accepted: count");
        (failure.Side, failure.Stage).ShouldBe(("client", "start"));
    }

    [Fact]
    public async Task A_subject_that_does_not_end_with_its_standard_input_is_ended_by_force()
    {
        (await MisbehavingTrial.ExecuteAsync("deaf", "client", ForDeafness)).ShouldBeOfType<ReplicateOutcome.Measured>();
        MisbehavingTrial.Alive().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_cancellation_ends_both_processes()
    {
        using var cancellation = new CancellationTokenSource();
        var executing = MisbehavingTrial.ExecuteAsync("server", "hangs", ForDeafness, cancellation: cancellation.Token);
        await Eventually.HoldsAsync(() => MisbehavingTrial.Alive().Count == 2, "server and client run");
        await cancellation.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => executing);
        MisbehavingTrial.Alive().ShouldBeEmpty();
    }

    [Fact]
    public void A_subject_that_is_not_there_is_named_with_those_that_are() =>
        Should.Throw<MissingSubjectException>(() => BuiltSubjects.OfTests.StartInfo("kestral", []))
            .Message.ShouldContain("there is no subject 'kestral'; there is: misbehaving");
}
