using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>A signal to <c>fathom link</c> reaches the command, which has time to end by itself.</summary>
public class LinkSignalTests
{
    // The shell runs a trap when 'wait' returns, not while a child runs in the foreground.
    private const string Goodbye = "trap 'echo goodbye; exit 7' TERM INT HUP; sleep 100000 & echo up; wait";

    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    [InlineData("HUP")]
    public async Task The_command_ends_by_itself_and_its_exit_code_is_returned(string signal)
    {
        using var link = Marked.Link("--", "sh", "-c", Goodbye);
        using var spaces = await UpAsync(link);
        await SendAsync(signal, $"{link.Fathom.Id}");

        (await link.ExitAsync()).ShouldBe(7, link.Fathom.Error);
        link.Fathom.Output.ShouldContain("goodbye");
        await NothingIsLeftAsync(link, spaces);
    }

    [Fact]
    public async Task A_command_that_ignores_the_signal_is_killed_after_five_seconds()
    {
        using var link = Marked.Link("--", "sh", "-c", "trap '' TERM; sleep 100000 & echo up; wait");
        using var spaces = await UpAsync(link);
        var clock = Stopwatch.StartNew();
        link.Fathom.Terminate();

        (await link.ExitAsync()).ShouldBe(137, link.Fathom.Error);
        clock.Elapsed.ShouldBeGreaterThan(TimeSpan.FromSeconds(4.9));
        await NothingIsLeftAsync(link, spaces);
    }

    [Fact]
    public async Task A_second_signal_ends_the_link_at_once()
    {
        using var link = Marked.Link("--", "sh", "-c", "trap 'echo deaf' TERM; sleep 100000 & echo up; while :; do wait; done");
        using var spaces = await UpAsync(link);
        link.Fathom.Terminate();
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("deaf", StringComparison.Ordinal), "the first one has arrived");
        link.Fathom.Terminate();

        (await link.ExitAsync()).ShouldBe(143, link.Fathom.Error);
        await NothingIsLeftAsync(link, spaces);
    }

    // As 'timeout' and a service manager do. The signal ends nsenter, which has started the command, at once; the command is at work
    // until the pipe is opened.
    [Fact]
    public async Task A_signal_to_the_whole_group_lets_the_command_end_by_itself_too()
    {
        Machine.RequireLinks();
        using var folder = new TemporaryFolder();
        var pipe = folder.PathOf("pipe");
        var slow = $"mkfifo {pipe}; " + Goodbye.Replace("echo goodbye", $"echo leaving; read word < {pipe}; echo goodbye",
            StringComparison.Ordinal);
        await using var fathom = ChildProcess.Start("setsid",
            [SubjectCatalog.DotnetHost, "exec", FathomProcess.Program, "link", "--", "sh", "-c", slow]);
        await Eventually.HoldsAsync(() => fathom.Output.Contains("up", StringComparison.Ordinal), $"the command runs; {fathom.Errors}");
        await SendAsync("TERM", $"-{fathom.Id}");
        await Eventually.HoldsAsync(() => fathom.Output.Contains("leaving", StringComparison.Ordinal), "the signal reaches the command");
        await Eventually.HoldsAsync(() => !FathomProcess.DescendantsOf(fathom.Id).Any(
            p => Running.CommandLine(p).Contains("nsenter\0", StringComparison.Ordinal)), "and has ended nsenter");
        await using var end = await ReleaseAsync(pipe);

        await fathom.ExitAsync(TimeSpan.FromSeconds(60));
        fathom.Output.ShouldContain("goodbye");
    }

    [Fact]
    public async Task A_command_whose_launcher_the_signal_has_ended_is_awaited()
    {
        await using var link = await Machine.LinkAsync(new());
        using var folder = new TemporaryFolder();
        var (pipe, said) = (folder.PathOf("pipe"), folder.PathOf("said"));
        using var command = LinkProcess.Start(link.Near!, "sh",
            ["-c", $"mkfifo {pipe}; trap 'read word < {pipe}; echo goodbye > {said}; exit' TERM; sleep 1000 & echo up > {said}; wait"]);
        await Eventually.HoldsAsync(() => File.Exists(said) && File.ReadAllText(said) == "up\n", "the command runs");
        // The launcher and the command; both have the script among their arguments.
        await SendAsync("TERM", string.Join(
            ' ', Running.Ids().Where(p => Running.CommandLine(p).Contains(pipe, StringComparison.Ordinal))));
        await command.Exit;

        var stopping = command.StopAsync(null, TimeSpan.FromSeconds(60));
        await link.CountersAsync(CancellationToken.None);
        stopping.IsCompleted.ShouldBeFalse("the command is at work");
        await using var end = await ReleaseAsync(pipe);

        await stopping;
        (await File.ReadAllTextAsync(said)).ShouldBe("goodbye\n");
    }

    private static async Task<Spaces> UpAsync(Marked link)
    {
        await Eventually.HoldsAsync(
            () => link.Fathom.Output.Contains("up", StringComparison.Ordinal), $"the command runs; {link.Fathom.Error}");
        var spaces = link.Spaces();
        spaces.Inhabitants().ShouldNotBeEmpty();
        return spaces;
    }

    // Open for reading as well: without a reader, such as a command that has been killed, an end to write to does not open.
    private static async Task<FileStream> ReleaseAsync(string pipe)
    {
        var end = new FileStream(pipe, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        await end.WriteAsync("go\n"u8.ToArray());
        return end;
    }

    private static async Task SendAsync(string signal, string target) =>
        (await Machine.RunAsync(new ProcessStartInfo("/bin/sh", ["-c", $"kill -{signal} {target}"]))).ExitCode.ShouldBe(0);

    private static async Task NothingIsLeftAsync(Marked link, Spaces spaces)
    {
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "all that it started has ended");
        await Eventually.HoldsAsync(() => spaces.Inhabitants().Count == 0, "and its namespaces are gone");
    }
}
