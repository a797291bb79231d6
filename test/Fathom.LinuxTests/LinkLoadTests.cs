using System.Globalization;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>Links under load and without: ten at once, corrupted packets, a flood, and no packet at all.</summary>
public class LinkLoadTests
{
    [Fact]
    public async Task Ten_links_stand_at_once()
    {
        Requires.Present(TestPrerequisites.Ping);
        var links = await Task.WhenAll(Enumerable.Range(1, 10)
            .Select(i => Machine.LinkAsync(new LinkSpec { Up = new() { Delay = TimeSpan.FromMilliseconds(10 * i) } })));
        try
        {
            var pings = await Task.WhenAll(links.Select(
                l => Machine.RunAsync(l.Near!, "ping", "-c", "5", "-i", "0.02", "-q", l.Far!.Address.ToString())));
            for (var i = 0; i < 10; i++)
            {
                pings[i].ExitCode.ShouldBe(0, pings[i].Text);
                // Each has its own delay. bench/link/run measures the accuracy; a busy machine is late.
                var least = double.Parse(pings[i].Text.Split(" = ")[1].Split('/')[0], CultureInfo.InvariantCulture);
                least.ShouldBeGreaterThanOrEqualTo(10 * (i + 1));
            }
        }
        finally
        {
            foreach (var link in links)
            {
                await link.DisposeAsync();
            }
        }
    }

    [Fact]
    public async Task Corrupted_packets_do_not_break_the_link()
    {
        Requires.Present(TestPrerequisites.Ping);
        await using var link = await Machine.LinkAsync(new LinkSpec { Both = new() { Corrupt = 1 }, Down = new() { Corrupt = 0 } });
        await Machine.RunAsync(link.Near!, "ping", "-c", "200", "-i", "0.002", "-W", "1", "-s", "8", "-q", link.Far!.Address.ToString());
        var counters = await link.CountersAsync(CancellationToken.None);
        counters.Up.Corrupted.ShouldBe(200);
        (counters.Up.Delivered + counters.Up.Refused).ShouldBe(200);
        link.Ended.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_flood_is_dropped_and_memory_stays()
    {
        Requires.Present(TestPrerequisites.Python3);
        // A thousand seconds of delay: nothing ever leaves.
        await using var link = await Machine.LinkAsync(new LinkSpec { Up = new() { Delay = TimeSpan.FromSeconds(1000) } });
        // If the link is delayed, its device drops packets, and never more than the flood sends.
        using var flood = Machine.Start(link.Near!, "python3", "-c",
            $"import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\nwhile True: s.sendto(bytes(100), "
                + $"('{link.Far!.Address}', 9))");
        DirectionCounters up = new();
        await Eventually.HoldsAsync(
            async () => (up = (await link.CountersAsync(CancellationToken.None)).Up).Overflowed > 0, "the pool has a bound");
        flood.Kill();
        await flood.WaitForExitAsync();
        up.Pending.ShouldBeLessThan(100_000);
        link.Ended.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task An_idle_link_costs_nothing()
    {
        await using var link = await Machine.LinkAsync(
            new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(10), Rate = BitRate.FromMegabits(10) } });
        // How often the forwarding thread has waited: it must not wake while nothing is sent. /proc is the link's own, and the host its
        // first process.
        const string Waits = "cat $(grep -l fathom-link /proc/1/task/*/comm | sed s/comm/status/) | grep ^voluntary";
        var shell = await Machine.RunAsync(link.Near!, "sh", "-c", $"{Waits}; sleep 1; {Waits}");
        var counts = shell.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        counts.Length.ShouldBe(2, shell.Error);
        counts[1].ShouldBe(counts[0]);
    }
}
