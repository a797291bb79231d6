using System.Net.Sockets;
using System.Globalization;
using Fathom.Link.Capture;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>
/// A link with the kernel's TCP, UDP and ICMP at both ends. What programs measure has lower bounds here, which no load on the machine can
/// break; the capture says the rest. How exact the link is, bench/link measures.
/// </summary>
public class PacketLinkTests
{
    private const long Millisecond = 1_000_000;

    [Theory]
    [InlineData(AddressFamily.InterNetwork)]
    [InlineData(AddressFamily.InterNetworkV6)]
    public async Task Datagrams_take_the_delay_and_are_lost_in_their_share(AddressFamily family)
    {
        Requires.Present(TestPrerequisites.Python3);
        const int Count = 2000;
        List<(int Number, double Milliseconds)> arrived = [];
        using var link = await CapturedLink.RunAsync(
            new LinkSpec { Family = family, Up = new() { Delay = TimeSpan.FromMilliseconds(30), Loss = new IndependentLoss(0.1) } },
            async link => arrived = await Datagrams.SendAsync(link, Count, 250));
        arrived.Min(a => a.Milliseconds).ShouldBeGreaterThanOrEqualTo(30);
        arrived.Select(a => a.Number).ShouldBeInOrder();

        var up = link.Counters.Up;
        (up.Overflowed, up.QueueDropped).ShouldBe((0, 0));
        var sent = link.Passages(up: true).Where(p => Datagrams.IsNumbered(p.Packet)).ToList();
        // Where the machine holds the link up, the device drops what it has no place for, and says so.
        sent.Count.ShouldBeInRange(Count - (int)up.DroppedByDevice, Count);
        var received = sent.FindAll(p => p.Received is not null);
        received.Count.ShouldBe(arrived.Count);
        // 99 %: 2.58 standard deviations of a binomial count; the seed is fixed, so this passes always or never.
        ((double)(sent.Count - received.Count)).ShouldBe(0.1 * sent.Count, 2.58 * Math.Sqrt(0.09 * sent.Count));
        received.ForEach(p => p.ShouldArriveAt(p.Sent + (30 * Millisecond), up));
    }

    [Fact]
    public async Task Connecting_takes_one_round_trip()
    {
        Requires.Present(TestPrerequisites.Curl, TestPrerequisites.Python3);
        using var link = await CapturedLink.RunAsync(new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(25) } }, async link =>
        {
            using var server = Machine.Start(
                link.Far!, "python3", "-u", "-m", "http.server", "8000", "--directory", AppContext.BaseDirectory);
            await server.StandardOutput.ReadLineAsync();
            var curl = await Machine.RunAsync(
                link.Near!, "curl", "-s", "-o", "/dev/null", "-w", "%{time_connect}", $"http://{link.Far!.Address}:8000/");
            double.Parse(curl.Text, CultureInfo.InvariantCulture).ShouldBeGreaterThanOrEqualTo(0.05);
        });

        // There and back once, and the request follows.
        link.Packets.Where(p => !p.AtFarEnd).Select(p => (p.Sent, Segment(p).Flags, HasData: Segment(p).Bytes > 0)).Distinct().Take(4)
            .ShouldBe([
                (true, TcpFlags.Syn, false), (false, TcpFlags.Syn | TcpFlags.Ack, false), (true, TcpFlags.Ack, false),
                (true, TcpFlags.Psh | TcpFlags.Ack, true),
            ]);
        foreach (var (passage, counters) in new[]
        {
            (link.Passages(up: true)[0], link.Counters.Up), (link.Passages(up: false)[0], link.Counters.Down),
        })
        {
            passage.ShouldArriveAt(passage.Sent + (25 * Millisecond), counters);
        }
    }

    [Fact]
    public async Task The_round_trip_that_a_link_measures_is_its_shortest_probe()
    {
        var took = TimeSpan.Zero;
        using var link = await CapturedLink.RunAsync(new LinkSpec { Both = new() { Delay = TimeSpan.FromMilliseconds(30) } }, async link =>
            took = (await link.RoundTripAsync(CancellationToken.None)).ShouldNotBeNull());

        var probes = link.Packets.Where(p => !p.AtFarEnd).GroupBy(p => Segment(p).NearPort)
            .Select(g => (g.Last().Time - g.First().Time) / 1e6).ToList();
        probes.Count.ShouldBeInRange(1, 3);
        probes.ShouldAllBe(p => p >= 60);
        // The last probe is one that took long, if any did.
        took.TotalMilliseconds.ShouldBeInRange(probes.Min(), probes.Count > 1 ? probes.Sum() : double.MaxValue);
    }

    [Fact]
    public async Task A_TCP_transfer_leaves_packet_by_packet_at_the_rate()
    {
        Requires.Present(TestPrerequisites.Iperf3);
        const int Bytes = 2_000_000;
        // The queue holds the whole transfer.
        using var link = await CapturedLink.RunAsync(
            new LinkSpec
            {
                Both = new() { Rate = BitRate.FromMegabits(20), Delay = TimeSpan.FromMilliseconds(5), Queue = new QueueLimit(16 << 20) },
            }, link => TransferAsync(link, Bytes));

        var (free, data, waited) = (0L, 0L, 0);
        foreach (var passage in link.Passages(up: true))
        {
            waited += passage.Sent < free ? 1 : 0;
            // 20 Mbit/s: 400 ns for a byte.
            free = Math.Max(free, passage.Sent) + (passage.Packet.Length * 400);
            // The packets that end the connection may follow the counters.
            if (passage.Packet.Length > 1000)
            {
                data += passage.Packet.Length;
                passage.ShouldArriveAt(free + (5 * Millisecond), link.Counters.Up);
            }
        }

        data.ShouldBeGreaterThan(Bytes);
        waited.ShouldBeGreaterThan(Bytes / 1500 / 2, "the line is what limits the transfer");
        link.Counters.Up.QueueDropped.ShouldBe(0);
    }

    private static async Task TransferAsync(LinkRun link, int bytes)
    {
        using var server = Machine.Start(link.Far!, "iperf3", "-s", "-1", "--forceflush");
        await server.StandardOutput.ReadLineAsync();
        await server.StandardOutput.ReadLineAsync();
        var iperf = await Machine.RunAsync(link.Near!, "iperf3", "-c", link.Far!.Address.ToString(), "-n", $"{bytes}");
        iperf.ExitCode.ShouldBe(0, iperf.Text);
        await server.WaitForExitAsync();
    }

    private static (TcpFlags Flags, int Bytes, int NearPort) Segment(CapturedPacket packet) =>
        IpPacket.TryRead(packet.Bytes.Span, out var ip) && TcpSegment.TryRead(ip, out var segment)
            ? (segment.Flags, segment.Data.Length, packet.AtFarEnd == packet.Sent ? segment.DestinationPort : segment.SourcePort)
            : throw new InvalidOperationException("The packet is no TCP segment.");
}
