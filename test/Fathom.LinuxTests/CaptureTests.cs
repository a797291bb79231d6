using System.Diagnostics;
using System.Globalization;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>tshark reads what a link captures.</summary>
public class CaptureTests
{
    // tshark prints the two bits of epb_flags so.
    private const string Sent = "0x00000002";
    private const string Received = "0x00000001";

    [Fact]
    public async Task Both_ends_of_both_directions_are_in_the_file_to_the_nanosecond()
    {
        var packets = await CaptureAsync(new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(20) } },
            "icmp or icmpv6", async link =>
        {
            // One after another, each after the previous reply.
            var far = link.Far!.Address.ToString();
            foreach (var address in new[] { far, far, far, "fd00:198:18::2" })
            {
                await Machine.RunAsync(link.Near!, "ping", "-c", "1", "-q", address);
            }
        });
        packets.Count.ShouldBe(16, "four pings, there and back, each seen at both ends");
        foreach (var ping in packets.Chunk(4))
        {
            ping.Select(p => (p[0], p[1])).ShouldBe([("near", Sent), ("far", Received), ("far", Sent), ("near", Received)]);
            var times = ping.Select(p => decimal.Parse(p[2], CultureInfo.InvariantCulture)).ToList();
            (times[1] - times[0]).ShouldBeGreaterThanOrEqualTo(0.02m);
            (times[3] - times[2]).ShouldBeGreaterThanOrEqualTo(0.02m);
        }

        packets.Select(p => p[2].Split('.')[1].TrimEnd('0').Length).Max().ShouldBeGreaterThan(6, "nanoseconds");
    }

    [Fact]
    public async Task A_lost_packet_is_seen_where_it_left_and_not_where_it_should_arrive()
    {
        var packets = await CaptureAsync(new LinkSpec { Up = new() { Loss = new IndependentLoss(1) } }, "icmp",
            link => Machine.RunAsync(link.Near!, "ping", "-c", "2", "-i", "0.2", "-W", "1", "-q", link.Far!.Address.ToString()));
        packets.Select(p => p[0]).ShouldBe(["near", "near"]);
    }

    [Fact]
    public async Task A_capture_that_tshark_reads()
    {
        Requires.Present(TestPrerequisites.Tshark, TestPrerequisites.Ping);
        using var folder = new HttpFolder();
        var path = Path.Combine(folder.Path, "link.pcapng");
        using var link = Marked.Link("--delay", "10ms", "--capture", path, "--", "sh", "-c",
            "ping -c 1 -q $FATHOM_LINK_FAR && ping -c 1 -q $FATHOM_LINK_FAR");
        (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
        var tshark = await Machine.RunAsync(new ProcessStartInfo(
            "tshark", ["-r", path, "-Y", "icmp", "-T", "fields", "-e", "frame.interface_name"]));
        tshark.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .ShouldBe(["near", "far", "far", "near", "near", "far", "far", "near"], tshark.Error);
    }

    // tshark's output for the capture of a link: interface, direction and time of each packet.
    private static async Task<List<string[]>> CaptureAsync(LinkSpec spec, string filter, Func<LinkRun, Task> act)
    {
        Requires.Present(TestPrerequisites.Tshark, TestPrerequisites.Ping);
        using var link = await CapturedLink.RunAsync(spec, act);
        var tshark = await Machine.RunAsync(new ProcessStartInfo("tshark",
            ["-r", link.File, "-Y", filter, "-T", "fields", "-e", "frame.interface_name", "-e", "frame.packet_flags_direction", "-e",
                "frame.time_epoch"]));
        tshark.ExitCode.ShouldBe(0, tshark.Error);
        return [.. tshark.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split('\t'))];
    }
}
