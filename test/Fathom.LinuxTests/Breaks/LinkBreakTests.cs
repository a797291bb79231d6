using System.Net.Sockets;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.TestKit;
using Fathom.TestKit.Sockets;

namespace Fathom.LinuxTests.Breaks;

/// <summary>Connections of the kernel's TCP that a link breaks, between a real client and server.</summary>
public class LinkBreakTests
{
    private const int Sent = 300_000;

    [Theory]
    [InlineData(AddressFamily.InterNetwork, 0)]
    [InlineData(AddressFamily.InterNetworkV6, 0)]
    [InlineData(AddressFamily.InterNetwork, 0.03)]
    public async Task A_reset_reaches_both_ends(AddressFamily family, double loss)
    {
        await using var pair = await OpenAsync(new LinkSpec
        {
            Family = family, Both = new() { Delay = TimeSpan.FromMilliseconds(2), Loss = new IndependentLoss(loss) },
            Up = new() { Break = new(BreakKind.Reset, 100_000) },
        });
        var sending = pair.Client.SendAsync(new byte[Sent]);

        var (bytes, error) = await LinkedSockets.ReceivedAsync(pair.Server, Sent);
        error.ShouldBe(SocketError.ConnectionReset);
        bytes.ShouldBeInRange(loss == 0 ? 100_000 : 0, 100_000);
        (await LinkedSockets.ReceivedAsync(pair.Client, 1)).ShouldBe((0, SocketError.ConnectionReset));
        await pair.BrokenAsync(up: 1, down: 0);
        await Eventually.HoldsAsync(() => sending.IsCompleted, "the client's send has ended");
    }

    [Fact]
    public async Task Half_open_the_receiver_loses_its_connection_and_the_sender_keeps_it()
    {
        await using var pair = await OpenAsync(new LinkSpec { Down = new() { Break = new(BreakKind.HalfOpen, 10) } });
        await pair.ShouldBecomeHalfOpenAsync();
    }

    [Fact]
    public async Task A_hang_passes_nothing_in_either_direction_and_ends_with_the_link()
    {
        await using var pair = await OpenAsync(new LinkSpec { Up = new() { Break = new(BreakKind.Hang, 10) } });
        await pair.Client.SendAsync(new byte[25]);
        var received = LinkedSockets.ReceivedAsync(pair.Server, 25);
        await pair.BrokenAsync(up: 1, down: 0);
        (await pair.Server.SendAsync(new byte[100])).ShouldBe(100);
        pair.Client.Poll(0, SelectMode.SelectRead).ShouldBeFalse();
        received.IsCompleted.ShouldBeFalse();

        await pair.DisposeLinkAsync();

        (await received).Bytes.ShouldBe(10);
    }

    private static Task<LinkedSockets> OpenAsync(LinkSpec spec) => LinkedSockets.OpenAsync(spec, Machine.LinkAsync);
}
