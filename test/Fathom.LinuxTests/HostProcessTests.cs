using Fathom.Lab.Prerequisites;
using Fathom.Link.Linux;
using Fathom.Link.Plans;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>Every wait for the process inside a link has an end, and the error says what was awaited. Scripts stand in for <c>unshare</c>
/// and misbehave in its place.</summary>
public sealed class HostProcessTests : IDisposable
{
    // The host is a child of the launcher, and is there before its message: a script that started it afterwards lost that race.
    private const string Ready =
        "sleep 20 > /dev/null 2>&1 & "
        + """echo '{"kind":"ready","NearDescriptor":1,"FarDescriptor":2,"Congestion":"reno","ListenPort":null,"FarPort":null}'""";

    private static readonly TimeSpan Short = TimeSpan.FromSeconds(1);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("exec sleep 100", "did not reply within 1 s")]
    [InlineData("exec >&-; sleep 100", "closed its standard output before the link was ready, and did not end within 1 s")]
    [InlineData("sleep 30 > /dev/null & exit 9", "ended with exit code 9 before the link was ready")]
    [InlineData("echo nonsense; exec sleep 100", "wrote a line that is no message")]
    [InlineData("echo '{}'; exec sleep 100", "wrote a line that is no message")]
    public async Task A_start_that_fails_says_what_was_awaited(string script, string message)
    {
        var failure = await Should.ThrowAsync<LinkUnavailableException>(
            () => StartAsync(script, new HostTimeouts { ToStart = Short, ToEnd = Short }).WaitAsync(TimeSpan.FromSeconds(20)));
        failure.Message.ShouldContain(message);
    }

    [Theory]
    [InlineData("wait", "sent no counters within 1 s")]
    [InlineData("sleep 0.1; echo nonsense; exit 3", "the link broke: the process inside the link wrote a line that is no message")]
    public async Task Counters_that_do_not_come_are_an_error_and_the_end_comes_all_the_same(string script, string message)
    {
        var (host, _) = await StartAsync($"{Ready}; {script}", new HostTimeouts { ToReply = Short, ToEnd = Short });
        (await Should.ThrowAsync<InvalidOperationException>(
            () => host.CountersAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(20)))).Message.ShouldContain(message);
        await host.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(20));
    }

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
