using Fathom.Link.Linux;
using Fathom.Link.Plans;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>Every wait for the process inside a link has an end, and the error says what was awaited. Scripts stand in for <c>unshare</c>
/// and misbehave in its place.</summary>
public sealed class HostProcessTests : IDisposable
{
    // The host is a child of the launcher, and is there before its message: a script that started it afterwards lost that race.
    private const string Ready =
        "sleep 20 > /dev/null 2>&1 & "
        + """echo '{"kind":"ready","NearDescriptor":1,"FarDescriptor":2,"Congestion":"reno","ListenPort":null,"FarPort":null}'""";

    // Of what never comes. Everything else has as long as a busy machine may take.
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(0.3);

    private static readonly HostTimeouts Patient = new()
    {
        ToStart = TimeSpan.FromSeconds(60), ToReply = TimeSpan.FromSeconds(60), ToEnd = Short, AfterKill = TimeSpan.FromSeconds(60),
    };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public Task A_host_that_says_nothing_is_awaited_for_a_while() =>
        FailsAsync("exec sleep 100", "did not reply within 0.3 s", Patient with { ToStart = Short });

    [Theory]
    [InlineData("exec >&-; sleep 100", "closed its standard output before the link was ready, and did not end within 0.3 s")]
    [InlineData("echo nonsense; exec sleep 100", "wrote a line that is no message")]
    [InlineData("echo '{}'; exec sleep 100", "wrote a line that is no message")]
    public Task A_start_that_fails_says_what_was_awaited(string script, string message) => FailsAsync(script, message, Patient);

    // The child holds standard error open: it is read for no longer than an end may take.
    [Fact]
    public Task A_launcher_that_ends_and_leaves_a_child_is_explained_by_its_exit_code() => FailsAsync("sleep 30 > /dev/null & exit 9",
        "ended with exit code 9 before the link was ready", Patient with { ToEnd = TimeSpan.FromSeconds(2) });

    [Fact]
    public Task Counters_that_do_not_come_are_an_error() =>
        BreaksAsync("wait", "sent no counters within 0.3 s", Patient with { ToReply = Short });

    // The specification, and the command: the script goes on when the counters are requested.
    [Fact]
    public Task A_host_that_sends_nonsense_in_place_of_counters_breaks_the_link() => BreaksAsync(
        "read specification; read command; echo nonsense; kill $!; exit 3",
        "the link broke: the process inside the link wrote a line that is no message", Patient);

    [Fact]
    public async Task The_message_of_a_failed_link_names_no_folder()
    {
        Script("unshare", "echo 'unshare: failed to execute /home/somebody/.dotnet/dotnet: No such file or directory' >&2; exit 127");
        var path = $"{_folder.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        using var fathom = FathomProcess.StartWith(new Dictionary<string, string> { ["PATH"] = path }, "link", "--", "true");
        (await fathom.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(3);
        fathom.Error.ShouldContain("unshare: failed to execute <path>/dotnet: No such file");
        fathom.Error.ShouldNotContain("/home");
    }

    private async Task FailsAsync(string script, string message, HostTimeouts timeouts) =>
        (await Should.ThrowAsync<LinkUnavailableException>(() => StartAsync(script, timeouts))).Message.ShouldContain(message);

    // The end comes all the same.
    private async Task BreaksAsync(string script, string message, HostTimeouts timeouts)
    {
        var (host, _) = await StartAsync($"{Ready}; {script}", timeouts);
        (await Should.ThrowAsync<InvalidOperationException>(
            () => host.CountersAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(60)))).Message.ShouldContain(message);
        await host.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60));
    }

    private Task<(HostProcess Host, HostReady Ready)> StartAsync(string script, HostTimeouts timeouts)
    {
        Requires.Present(TestPrerequisites.Linux);
        var programs = new LinkPrograms(Script("unshare", script), "/usr/bin/nsenter", SubjectCatalog.DotnetHost);
        return HostProcess.StartAsync(programs, LinkPlan.Create(new LinkSpec()), timeouts, CancellationToken.None);
    }

    private string Script(string name, string text)
    {
        var path = _folder.PathOf(name);
        File.WriteAllText(path, $"#!/bin/sh\n{text}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return path;
    }
}
