using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.TestKit;
using Fathom.Tests.Machines.Prerequisites;
using static Fathom.Tests.Cli.CheckRun;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom check</c>: what it prints for a machine, and its exit code.</summary>
public partial class CheckTests
{
    // A container as most are: no namespaces, no TUN device, few programs.
    private static FakeMachine Container => new()
    {
        Processors = 1,
        Programs = FakeMachine.Full().Programs.Where(p => p.Key.Split(' ')[0] is "dotnet" or "curl" or "python3" or "nsenter")
            .Append(new("unshare --version", (0, "unshare from util-linux 2.41", "")))
            .Append(new("unshare", (1, "", "unshare: unshare failed: Operation not permitted"))).ToDictionary(),
        Libraries = FakeMachine.Full().Libraries,
        Files = new()
        {
            ["/proc/sys/net/ipv4/tcp_allowed_congestion_control"] = "reno",
            ["/proc/sys/net/ipv4/tcp_available_congestion_control"] = "reno cubic",
        },
    };

    [Fact]
    public async Task A_terminal_gets_a_table_of_80_columns()
    {
        var (exitCode, output) = await CheckAsync(Container, terminal: true);

        exitCode.ShouldBe(3);
        // Bold is no colour, and NO_COLOR leaves it.
        var text = Style().Replace(output, "").ReplaceLineEndings("\n");
        text.Split('\n').ShouldAllBe(line => line.Length <= 80);
        Snapshot.Matches(text, "check-table");
    }

    [Fact]
    public async Task A_pipe_gets_a_line_for_each_prerequisite()
    {
        var (exitCode, output) = await CheckAsync(Container);

        exitCode.ShouldBe(3);
        Snapshot.Matches(output.ReplaceLineEndings("\n"), "check-lines");
    }

    [Fact]
    public async Task A_machine_without_a_link_names_the_commands_that_stop()
    {
        var (exitCode, output) = await CheckAsync(Container, arguments: ["--output", "json"]);

        exitCode.ShouldBe(3);
        using var document = JsonDocument.Parse(output);
        document.RootElement.GetProperty("ready").GetBoolean().ShouldBeFalse();
        document.RootElement.GetProperty("stopped_commands").EnumerateArray().Select(c => c.GetString())
            .ShouldBe(["fathom link", "fathom run compression --profile full", "fathom run lag"]);
        var tun = document.RootElement.GetProperty("prerequisites").EnumerateArray().Single(p => p.GetProperty("id").GetString() == "tun");
        tun.GetProperty("present").GetBoolean().ShouldBeFalse();
        tun.GetProperty("found").GetString().ShouldBe("there is no /dev/net/tun");
        tun.GetProperty("remedy").GetString()!.ShouldContain("modprobe tun");
    }

    [Fact]
    public async Task A_machine_that_has_everything_is_exit_0()
    {
        var (exitCode, output) = await CheckAsync(FakeMachine.Full());

        exitCode.ShouldBe(0);
        output.ShouldEndWith("Every command and every study can run on this machine." + Environment.NewLine);
        output.ShouldNotContain("missing");
    }

    [GeneratedRegex("\e\\[[0-9;]*m")]
    private static partial Regex Style();
}
