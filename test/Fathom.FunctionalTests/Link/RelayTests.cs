using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Link.Units;
using Fathom.Link;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Link;

/// <summary>The approximation, which needs neither Linux nor namespaces.</summary>
public class RelayTests
{
    [Fact]
    public async Task Bytes_arrive_whole_late_and_at_the_rate()
    {
        using var echo = new EchoServer();
        await using var link = await LinkRun.StartAsync(LinkPlan.Create(new LinkSpec
        {
            Mode = LinkMode.Relay, Listen = 0, To = new Destination("localhost", echo.Port),
            Both = new() { Delay = TimeSpan.FromMilliseconds(50) }, Up = new() { Rate = BitRate.FromMegabits(8) },
        }), CancellationToken.None);
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        var sent = new byte[500_000];
        new Random(1).NextBytes(sent);
        var received = new byte[sent.Length];
        var stream = client.GetStream();
        var clock = Stopwatch.StartNew();
        var sending = stream.WriteAsync(sent).AsTask();
        await stream.ReadExactlyAsync(received);
        await sending;
        received.ShouldBe(sent);

        // 4 Mbit at 8 Mbit/s, and both delays: never less. That it is no more is a law of the schedule (StreamScheduleTests).
        clock.Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(0.6));
        client.Client.Shutdown(SocketShutdown.Send);
        (await stream.ReadAsync(received)).ShouldBe(0);
        (await link.CountersAsync(CancellationToken.None)).Forwarded.ShouldBe(1);
        link.Near.ShouldBeNull();
        link.CommandEnd.ShouldBeNull();
    }

    [Fact]
    public async Task Disposing_ends_what_is_open()
    {
        using var echo = new EchoServer();
        var link = await LinkRun.StartAsync(LinkPlan.Create(
            new LinkSpec { Mode = LinkMode.Relay, Listen = 0, To = new Destination("localhost", echo.Port) }),
            CancellationToken.None);
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        await client.GetStream().WriteAsync(new byte[1]);
        await client.GetStream().ReadExactlyAsync(new byte[1]);
        await link.DisposeAsync();
        await Should.ThrowAsync<IOException>(async () => await client.GetStream().ReadExactlyAsync(new byte[1]));
        link.Ended.IsCompletedSuccessfully.ShouldBeTrue();
    }

    [Fact]
    public async Task An_abort_on_one_side_reaches_the_other_at_once()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        await using var link = await LinkRun.StartAsync(LinkPlan.Create(new LinkSpec
        {
            Mode = LinkMode.Relay, Listen = 0, To = new Destination("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port),
        }), CancellationToken.None);
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        var server = await listener.AcceptSocketAsync();
        server.LingerState = new LingerOption(true, 0);
        server.Dispose();
        (await Should.ThrowAsync<IOException>(async () =>
            await client.GetStream().ReadExactlyAsync(new byte[1]).AsTask().WaitAsync(TimeSpan.FromSeconds(120))))
            .InnerException.ShouldBeOfType<SocketException>().SocketErrorCode.ShouldBe(SocketError.ConnectionReset);
        listener.Stop();
    }

    [Fact]
    public async Task The_round_trip_that_a_relay_measures_has_its_delays_and_no_break()
    {
        await using var link = await LinkRun.StartAsync(LinkPlan.Create(new LinkSpec
        {
            Mode = LinkMode.Relay, Listen = 0, To = new Destination("localhost", 1),
            Up = new() { Delay = TimeSpan.FromMilliseconds(20), Break = new(BreakKind.Reset, 1) },
            Down = new() { Delay = TimeSpan.FromMilliseconds(5) },
        }), CancellationToken.None);

        (await link.RoundTripAsync(CancellationToken.None)).ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(25));
        (await link.CountersAsync(CancellationToken.None)).Up.Broken.ShouldBe(0);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_named()
    {
        using var taken = new EchoServer();
        (await Should.ThrowAsync<LinkPlanException>(LinkRun.StartAsync(
            LinkPlan.Create(new LinkSpec { Mode = LinkMode.Relay, Listen = taken.Port, To = new Destination("localhost", 1) }),
            CancellationToken.None)))
            .Faults.ShouldHaveSingleItem().ToString().ShouldStartWith($"--listen: '{taken.Port}' is not accepted, another process uses it");
    }
}
