using System.Net;
using System.Net.Sockets;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>What a link connects: ports from outside, and commands at its ends.</summary>
public class LinkPortTests
{
    [Fact]
    public async Task Ports_are_carried_in_and_out()
    {
        using var echo = new EchoServer();
        await using var link = await Machine.LinkAsync(
            new LinkSpec
            {
                Listen = 0, To = new Destination("127.0.0.1", echo.Port), Both = new() { Delay = TimeSpan.FromMilliseconds(20) },
            });
        link.CommandEnd.ShouldBeNull();
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        var stream = client.GetStream();
        var clock = System.Diagnostics.Stopwatch.StartNew();
        var sent = new byte[1_000_000];
        new Random(1).NextBytes(sent);
        var sending = stream.WriteAsync(sent).AsTask();
        var received = new byte[sent.Length];
        await stream.ReadExactlyAsync(received);
        await sending;
        received.ShouldBe(sent);
        clock.Elapsed.ShouldBeGreaterThan(TimeSpan.FromMilliseconds(40));
        client.Client.Shutdown(SocketShutdown.Send);
        (await stream.ReadAsync(received)).ShouldBe(0, "the end of data is carried too");
        var counters = await link.CountersAsync(CancellationToken.None);
        counters.Forwarded.ShouldBe(2);
        counters.Up.Bytes.ShouldBeGreaterThan(sent.Length);
    }

    // A thread of the runtime's that began in an end starts threads of the pool there after a pause, whose connections out of the link do
    // not reach what is outside.
    [Fact]
    public async Task Only_the_threads_of_its_ends_are_in_them()
    {
        using var echo = new EchoServer();
        await using var link = await Machine.LinkAsync(new LinkSpec { Listen = 0, To = new Destination("127.0.0.1", echo.Port) });
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        await client.GetStream().WriteAsync(new byte[1]);
        await client.GetStream().ReadExactlyAsync(new byte[1]);

        var outside = Spaces.Link("/proc/self/ns/net");
        Directory.EnumerateDirectories($"/proc/{link.Near!.Host}/task").Where(t => Spaces.Link($"{t}/ns/net") != outside)
            .Select(t => File.ReadAllText($"{t}/comm").Trim()).ShouldBe(["fathom-near", "fathom-far"], ignoreOrder: true);
    }

    [Fact]
    public async Task What_leads_nowhere_is_reset_and_counted()
    {
        var unused = new TcpListener(IPAddress.Loopback, 0);
        unused.Start();
        var port = ((IPEndPoint)unused.LocalEndpoint).Port;
        unused.Stop();
        await using var link = await Machine.LinkAsync(new LinkSpec { Listen = 0, To = new Destination("127.0.0.1", port) });
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        (await Should.ThrowAsync<IOException>(async () => await client.GetStream().ReadExactlyAsync(new byte[1])))
            .InnerException.ShouldBeOfType<SocketException>().SocketErrorCode.ShouldBe(SocketError.ConnectionReset);
        var counters = await link.CountersAsync(CancellationToken.None);
        counters.ForwardingFailures.ShouldBe(1);
        counters.LastForwardingFailure.ShouldNotBeNull().ShouldContain($"127.0.0.1:{port}");
    }

    [Fact]
    public async Task A_command_finds_its_end_its_addresses_and_its_folder()
    {
        await using var link = await Machine.LinkAsync(new LinkSpec { Listen = 0 });
        link.CommandEnd.ShouldBe(link.Far);
        link.FarPort.ShouldBe(link.ListenPort);
        var shell = await Machine.RunAsync(link.Far!, "sh", "-c",
            "echo $FATHOM_LINK_NEAR $FATHOM_LINK_FAR; pwd; cat /proc/sys/net/ipv4/tcp_congestion_control; exit 7");
        shell.Text.Split('\n').Take(3).ShouldBe(["198.18.0.1 198.18.0.2", Environment.CurrentDirectory, link.Congestion!]);
        shell.ExitCode.ShouldBe(7);
    }
}
