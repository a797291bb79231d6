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
        using var link = await Marked.LinkAsync("--", "sh", "-c", Goodbye);
        var spaces = await UpAsync(link);
        await SendAsync(signal, $"{link.Fathom.Id}");

        (await link.ExitAsync()).ShouldBe(7, link.Fathom.Error);
        link.Fathom.Output.ShouldContain("goodbye");
        await NothingIsLeftAsync(link, spaces);
    }

    [Fact]
    public async Task A_command_that_ignores_the_signal_is_killed_after_five_seconds()
    {
        using var link = await Marked.LinkAsync("--", "sh", "-c", "trap '' TERM; sleep 100000 & echo up; wait");
        var spaces = await UpAsync(link);
        var clock = Stopwatch.StartNew();
        link.Fathom.Terminate();

        (await link.ExitAsync()).ShouldBe(137, link.Fathom.Error);
        clock.Elapsed.ShouldBeGreaterThan(TimeSpan.FromSeconds(4.9));
        await NothingIsLeftAsync(link, spaces);
    }

    [Fact]
    public async Task A_second_signal_ends_the_link_at_once()
    {
        using var link = await Marked.LinkAsync("--", "sh", "-c", "trap 'echo deaf' TERM; sleep 100000 & echo up; while :; do wait; done");
        var spaces = await UpAsync(link);
        link.Fathom.Terminate();
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("deaf", StringComparison.Ordinal), "the first one has arrived");
        link.Fathom.Terminate();

        (await link.ExitAsync()).ShouldBe(143, link.Fathom.Error);
        await NothingIsLeftAsync(link, spaces);
    }

    // As 'timeout' and a service manager do. The signal ends nsenter, which has started the command, at once.
    [Fact]
    public async Task A_signal_to_the_whole_group_lets_the_command_end_by_itself_too()
    {
        await (await Machine.LinkAsync(new())).DisposeAsync();
        var slow = Goodbye.Replace("echo goodbye", "sleep 1; echo goodbye", StringComparison.Ordinal);
        await using var fathom = ChildProcess.Start("setsid",
            [SubjectCatalog.DotnetHost, "exec", FathomProcess.Program, "link", "--", "sh", "-c", slow]);
        await Eventually.HoldsAsync(() => fathom.Output.Contains("up", StringComparison.Ordinal), $"the command runs; {fathom.Errors}");
        await SendAsync("TERM", $"-{fathom.Id}");

        await fathom.ExitAsync(TimeSpan.FromSeconds(60));
        fathom.Output.ShouldContain("goodbye");
    }

    private static async Task<Spaces> UpAsync(Marked link)
    {
        await Eventually.HoldsAsync(
            () => link.Fathom.Output.Contains("up", StringComparison.Ordinal), $"the command runs; {link.Fathom.Error}");
        var spaces = link.Spaces();
        spaces.Inhabitants().ShouldNotBeEmpty();
        return spaces;
    }

    private static async Task SendAsync(string signal, string target) =>
        (await Machine.RunAsync(new ProcessStartInfo("/bin/sh", ["-c", $"kill -{signal} {target}"]))).ExitCode.ShouldBe(0);

    private static async Task NothingIsLeftAsync(Marked link, Spaces spaces)
    {
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "all that it started has ended");
        await Eventually.HoldsAsync(() => spaces.Inhabitants().Count == 0, "and its namespaces are gone");
    }
}
