using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>Errors name the value and what is accepted, or the missing part and its remedy.</summary>
public class RefusalTests
{
    [Fact]
    public async Task A_port_that_is_taken()
    {
        Machine.RequireLinks();
        using var taken = new EchoServer();
        (await FaultsAsync(new LinkSpec { Listen = taken.Port })).ShouldHaveSingleItem()
            .ShouldBe(
            $"--listen: '{taken.Port}' is not accepted, another process uses it; accepted: a port from 1024 to 65535 that is "
                + $"free, or 0 to let the system choose");
    }

    [Fact]
    public async Task A_congestion_control_that_is_not_there()
    {
        Machine.RequireLinks();
        (await FaultsAsync(new LinkSpec { Congestion = "warp" })).ShouldHaveSingleItem()
            .ShouldStartWith("--congestion: 'warp' is not accepted; accepted: ");
    }

    [Fact]
    public async Task A_capture_that_cannot_be_written()
    {
        Machine.RequireLinks();
        (await FaultsAsync(new LinkSpec { Capture = "/there/is/none.pcapng" })).ShouldHaveSingleItem()
            .ShouldStartWith("--capture: '/there/is/none.pcapng' is not accepted");
    }

    [Fact]
    public async Task A_command_that_is_not_found()
    {
        await using var link = await Machine.LinkAsync(new LinkSpec());
        Should.Throw<LinkPlanException>(() => link.Near!.StartInfo("no-such-command", [])).Faults.Select(f => $"{f}")
            .ShouldBe(["command: 'no-such-command' is not found; accepted: a program on PATH, or a path to one"]);
    }

    [Fact]
    public async Task A_TUN_node_that_is_not_there()
    {
        Machine.RequireLinks();
        var missing = await Should.ThrowAsync<LinkUnavailableException>(
            LinkRun.StartAsync(LinkPlan.Create(new LinkSpec { TunNode = "/dev/net/none" }), CancellationToken.None));
        missing.Reason.ShouldBe("/dev/net/none does not exist");
        missing.Remedy.ShouldContain("--mode relay");
    }

    [Fact]
    public async Task A_TUN_node_that_is_no_TUN_device()
    {
        Machine.RequireLinks();
        var missing = await Should.ThrowAsync<LinkUnavailableException>(
            LinkRun.StartAsync(LinkPlan.Create(new LinkSpec { TunNode = "/dev/zero" }), CancellationToken.None));
        missing.Reason.ShouldStartWith("/dev/zero does not create a TUN device");
    }

    [Fact]
    public async Task A_command_as_an_ordinary_user_with_a_TUN_node_that_is_open_to_it()
    {
        using var node = OpenNode.MakeOrSkip("666");
        var output = await Machine.RunAsync(OtherUser.Start(
            Sample.Command($$"""{"TunNode":"{{node.Path}}","Both":{"Delay":"00:00:00.02"} }""",
                "near", "ping", "-c", "2", "-i", "0.2", "-q", "198.18.0.2")));
        output.ExitCode.ShouldBe(0, output.Error);
        double.Parse(output.Text.Split(" = ")[1].Split('/')[0], System.Globalization.CultureInfo.InvariantCulture)
            .ShouldBeGreaterThanOrEqualTo(40);
    }

    [Fact]
    public async Task A_TUN_node_that_is_closed_to_an_ordinary_user()
    {
        using var node = OpenNode.MakeOrSkip("600");
        var output = await Machine.RunAsync(OtherUser.Start(Sample.Command($$"""{"TunNode":"{{node.Path}}"}""", "near", "true")));
        output.ExitCode.ShouldBe(3);
        output.Error.ShouldContain($"this user may not open {node.Path}; 'sudo chmod 666 {node.Path}' permits it");
    }

    [Theory]
    [InlineData("echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1", "unshare: unshare failed: Operation not permitted",
        "user namespaces must be open to this user")]
    [InlineData("echo 'unshare: mount /proc failed: Operation not permitted' >&2; exit 1", "mount /proc failed", "hides parts of /proc")]
    [InlineData("exit 9", "ended with exit code 9 before the link was ready", "--mode relay")]
    public async Task Namespaces_that_are_not_open(string unshare, string reason, string remedy)
    {
        Requires.Present(LinkPrerequisites.UtilLinux);
        var folder = Directory.CreateTempSubdirectory("fathom-unshare-");
        try
        {
            var fake = Path.Combine(folder.FullName, "unshare");
            await File.WriteAllTextAsync(fake, $"#!/bin/sh\n{unshare}\n");
            using (var chmod = Process.Start("chmod", ["755", fake]))
            {
                await chmod.WaitForExitAsync();
            }

            var start = new ProcessStartInfo("env",
                [$"PATH={folder.FullName}:{Environment.GetEnvironmentVariable("PATH")}", .. Sample.Command("{}", "near", "true")]);
            var output = await Machine.RunAsync(start);
            output.ExitCode.ShouldBe(3, output.Error);
            output.Error.ShouldContain(reason);
            output.Error.ShouldContain(remedy);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<IReadOnlyList<string>> FaultsAsync(LinkSpec spec) =>
        [.. (await Should.ThrowAsync<LinkPlanException>(LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None))).Faults
            .Select(f => $"{f}")];
}
