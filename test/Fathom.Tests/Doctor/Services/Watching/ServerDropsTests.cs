using System.Net;
using System.Net.Sockets;
using Fathom.Doctor.Services.Watching;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>What is lost on its way to a process while calls are served: here that of the tests.</summary>
public sealed class ServerDropsTests
{
    private const int Sent = 100;
    private const int Length = 1_000;

    // The kernel doubles it, and counts what it needs for each datagram besides.
    private const int Room = 4 * Length;

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task Datagrams_for_which_a_receive_buffer_has_no_room_are_counted(string address)
    {
        Requires.Present(TestPrerequisites.Linux);
        using var full = new UdpClient(new IPEndPoint(IPAddress.Parse(address), 0));
        full.Client.ReceiveBufferSize = Room;
        using var sender = new UdpClient(full.Client.AddressFamily);
        sender.Connect((IPEndPoint)full.Client.LocalEndPoint!);
        var seen = await new ServerWatch([Environment.ProcessId], []).WatchAsync(1, async () =>
        {
            for (var i = 0; i < Sent; i++)
            {
                await sender.SendAsync(new byte[Length]);
            }
        }, new WatchPlan(TimeSpan.FromMilliseconds(1), 2, TimeSpan.Zero), TestContext.Current.CancellationToken);
        seen.Counted.DroppedDatagrams.ShouldBeInRange(Sent - 5, Sent);
    }

    [Theory]
    [InlineData(2.3, 0, "sees 3 connections dropped on its machine, since the queue of who accepts them is full, and awaits no answer on a "
        + "connection of its own: what is waited for is in the process itself, or on the disk")]
    [InlineData(0, 25.5, "loses 26 datagrams that came to it, since the receive buffer of its socket is full, and awaits no answer on a "
        + "connection of its own: what is waited for is in the process itself, or on the disk, or is an answer of UDP port 5683 of its own "
        + "machine")]
    public void They_are_said(double connections, double datagrams, string text) => ServerActivityText.Clause(new ServerActivity(
        1, 1_100, default(ServerCounters) with { ComputedMs = 3, DroppedConnections = connections, DroppedDatagrams = datagrams }, [],
        datagrams > 0 ? [new PeerActivity(new PeerPlace(5683, IsHere: true, IsDatagram: true))] : []))
        .ShouldBe($"computes 3 ms, {text}");
}
