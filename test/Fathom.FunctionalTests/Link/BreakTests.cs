using System.Net.Sockets;
using Fathom.Link;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.TestKit;
using Fathom.TestKit.Sockets;

namespace Fathom.FunctionalTests.Link;

/// <summary>A relay that breaks its connections, between a real client and server.</summary>
public class BreakTests
{
    [Fact]
    public async Task A_reset_reaches_both_ends_after_exactly_the_bytes()
    {
        await using var pair = await OpenAsync(new() { Break = new(BreakKind.Reset, 100_000) }, new());
        var sending = pair.Client.SendAsync(new byte[1_000_000]);

        (await LinkedSockets.ReceivedAsync(pair.Server, 1_000_000)).ShouldBe((100_000, SocketError.ConnectionReset));
        (await LinkedSockets.ReceivedAsync(pair.Client, 1)).ShouldBe((0, SocketError.ConnectionReset));
        await pair.BrokenAsync(up: 1, down: 0);
        await Eventually.HoldsAsync(() => sending.IsCompleted, "the client's send has ended");
    }

    [Fact]
    public async Task Half_open_the_receiver_loses_its_connection_and_the_sender_keeps_it()
    {
        await using var pair = await OpenAsync(new(), new() { Break = new(BreakKind.HalfOpen, 10) });
        await pair.ShouldBecomeHalfOpenAsync();
    }

    [Fact]
    public async Task A_hang_passes_nothing_in_either_direction_and_ends_with_the_link()
    {
        await using var pair = await OpenAsync(new() { Break = new(BreakKind.Hang, 10) }, new());
        await pair.Client.SendAsync(new byte[25]);
        var received = LinkedSockets.ReceivedAsync(pair.Server, 25);
        await pair.BrokenAsync(up: 1, down: 0);
        (await pair.Client.SendAsync(new byte[100])).ShouldBe(100);
        (await pair.Server.SendAsync(new byte[100])).ShouldBe(100);
        // The end of one side is none of the other's.
        pair.Client.Shutdown(SocketShutdown.Send);
        pair.Client.Poll(0, SelectMode.SelectRead).ShouldBeFalse();
        received.IsCompleted.ShouldBeFalse();

        await pair.DisposeLinkAsync();

        (await received).ShouldBe((10, SocketError.ConnectionReset));
    }

    [Fact]
    public async Task Each_connection_has_bytes_of_its_own()
    {
        await using var pair = await OpenAsync(new() { Break = new(BreakKind.Reset, 10) }, new());
        await pair.Client.SendAsync(new byte[10]);
        (await LinkedSockets.ReceivedAsync(pair.Server, 25)).ShouldBe((10, SocketError.ConnectionReset));

        var (client, server) = await pair.ConnectAsync();
        using (client)
        using (server)
        {
            await client.SendAsync(new byte[9]);
            await server.SendAsync(new byte[3000]);
            (await LinkedSockets.ReceivedAsync(client, 3000)).ShouldBe((3000, SocketError.Success));
            (await LinkedSockets.ReceivedAsync(server, 9)).ShouldBe((9, SocketError.Success));
        }
    }

    private static Task<LinkedSockets> OpenAsync(DirectionSpec up, DirectionSpec down) => LinkedSockets.OpenAsync(
        new LinkSpec { Mode = LinkMode.Relay, Up = up, Down = down },
        spec => LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None));
}
