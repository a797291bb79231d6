using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>However <c>fathom link</c> ends, no process, namespace or device remains; errors name the missing part.</summary>
public class LinkEndingTests
{
    // SIGKILL and SIGSTOP.
    private const int Kill = 9;
    private const int Stop = 19;

    [Theory]
    [InlineData("itself", 5)]
    [InlineData("SIGINT", 130)]
    [InlineData("SIGTERM", 143)]
    [InlineData("SIGKILL", 137)]
    public async Task Nothing_is_left_when_it_ends_by(string how, int exitCode)
    {
        // The grandchild has left its session, as a daemon does, and no process waits for it.
        using var link = Marked.Link("--delay", "5ms", "--", "sh", "-c", "setsid sleep 100000 & echo up; read word; exit 5");
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("up", StringComparison.Ordinal),
            $"the command runs; {link.Fathom.Error}");
        using var spaces = link.Spaces();
        spaces.Count.ShouldBeGreaterThanOrEqualTo(4, "a network, user, PID and mount namespace at least");
        spaces.Inhabitants().ShouldNotBeEmpty();
        link.Processes().Count.ShouldBeGreaterThanOrEqualTo(4, "fathom, the process inside and the command");
        switch (how)
        {
            case "itself":
                await link.Fathom.TypeAsync("end");
                break;
            case "SIGINT":
                link.Fathom.Interrupt();
                break;
            case "SIGTERM":
                link.Fathom.Terminate();
                break;
            default:
                link.Fathom.Kill();
                break;
        }

        (await link.ExitAsync()).ShouldBe(exitCode, link.Fathom.Error);
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "all that it started has ended");
        await Eventually.HoldsAsync(() => spaces.Inhabitants().Count == 0, "and has been buried");
    }

    // Two processes of it are killed at once, as by a machine short of memory, and the one inside does nothing any more.
    [Fact]
    public async Task Nothing_is_left_where_the_process_inside_hangs()
    {
        using var link = Marked.Link("--", "sh", "-c", "echo up; sleep 100000");
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("up", StringComparison.Ordinal), "the command runs");
        var launcher = link.Processes().Single(p => Path.GetFileName(Running.CommandLine(p).Split('\0')[0]) == "unshare");
        var inside = int.Parse(await File.ReadAllTextAsync($"/proc/{launcher}/task/{launcher}/children"), null);
        Signals.Send(inside, Stop);
        Signals.Send(launcher, Kill);
        link.Fathom.Kill();
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "all that it started has ended");
    }

    [Theory]
    [InlineData(2, "fathom: --congestion: 'warp' is not accepted; accepted: ", "--congestion", "warp", "--", "true")]
    [InlineData(2, "fathom: --capture: '/there/is/none.pcapng' is not accepted", "--capture", "/there/is/none.pcapng", "--", "true")]
    [InlineData(2, "fathom: command: 'no-such-command' is not found; accepted: a program on PATH, or a path to one", "--",
        "no-such-command")]
    [InlineData(3, "fathom: /dev/net/none does not exist; load the driver with 'sudo modprobe tun'", "--tun-node", "/dev/net/none", "--",
        "true")]
    [InlineData(0, "", "--", "true")]
    public async Task What_cannot_be_had_is_named_and_leaves_nothing(int exitCode, string start, params string[] arguments)
    {
        using var link = Marked.Link(arguments);
        (await link.ExitAsync()).ShouldBe(exitCode, link.Fathom.Error);
        link.Fathom.Error.Replace("\r", "", StringComparison.Ordinal).Split('\n')
            .ShouldContain(l => l.StartsWith(start, StringComparison.Ordinal), link.Fathom.Error);
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "nothing is left");
    }

    [Fact]
    public async Task A_port_that_is_taken_is_named_and_leaves_nothing()
    {
        using var taken = new EchoServer();
        using var link = Marked.Link("--listen", $"{taken.Port}", "--", "true");
        (await link.ExitAsync()).ShouldBe(2);
        link.Fathom.Error.ShouldStartWith(
            $"fathom: --listen: '{taken.Port}' is not accepted, another process uses it; accepted: a port from 1024 to 65535 "
                + $"that is free, or 0");
        await Eventually.HoldsAsync(() => link.Processes().Count == 0, "nothing is left");
    }
}
