using System.Net;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Which connection ends when clients make a host hold too much: the one without progress, not the one that holds most.</summary>
public sealed class ProgressTests
{
    // The host holds 4 MiB for one: more than the client that waits.
    private const int MessageBytes = 3 << 20;

    [Fact]
    public async Task A_client_whose_large_messages_are_read_stays_and_one_that_holds_less_and_waits_goes()
    {
        await using var held = await HeldAndWaiting.StartAsync();
        using var uploader = await ConnectAsync(held.Host.Address);
        var sender = new WindowedSender(uploader);
        await UploadAsync(uploader, sender, 1, MessageBytes / 4);

        await UploadAsync(uploader, sender, 3, MessageBytes);

        await held.ExpectOnlyWaitingEndsAsync(uploader);
        (await uploader.ResponseAsync(3)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task Small_calls_beside_what_a_client_holds_are_no_progress()
    {
        await using var held = await HeldAndWaiting.StartAsync();
        using var uploader = await ConnectAsync(held.Host.Address);
        await uploader.Request(3, UnaryPath).FlushAsync();
        await new WindowedSender(uploader).SendAsync(3, Message(new byte[MessageBytes / 2], MessageBytes));
        for (var id = 5; id < 50; id += 2)
        {
            await held.Waiting.Request(id, UnaryPath).Data(id, Message([0x0a, 1, 0]), endStream: true).FlushAsync();
            await held.Waiting.ResponseAsync(id);
        }

        // A third needs what is left, and more.
        using var further = await ConnectAsync(held.Host.Address);
        await UploadAsync(further, new WindowedSender(further), 1, 1_900_000);

        await held.ExpectOnlyWaitingEndsAsync(uploader);
    }

    [Fact]
    public async Task A_client_that_moves_nothing_for_a_while_stays_where_another_holds_more_on_ever_new_connections()
    {
        const int BelowLimit = 30;
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { MaxBufferedBytes = 2 << 20 });
        var time = System.Diagnostics.Stopwatch.StartNew();
        using var slow = await ConnectAsync(host.Address, from: IPAddress.Parse("127.0.0.2"));
        await slow.Request(1, UnaryPath).Data(1, Message(new byte[60_000], 70_002)).FlushAsync();
        await slow.ServedAsync();
        List<RawConnection> peers = [];
        for (var i = 0; i < 40; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await peer.Request(1, UnaryPath).Data(1, Message(new byte[60_000], 4_000_000)).ReadByPeerAsync();
            if (peers.Count == BelowLimit)
            {
                // Together they hold theirs for longer, also where the machine stood still before they came.
                var until = 2 * time.Elapsed;
                await Eventually.HoldsAsync(() => time.Elapsed >= until, "they have waited as long as the first before them");
            }
        }

        await Eventually.HoldsAsync(() => peers.Count(peer => peer.IsEnded) >= 5, "others are ended");
        slow.Failure.ShouldBeNull();
        await slow.ServedAsync();
        peers.ForEach(peer => peer.Dispose());
    }

    private static async Task UploadAsync(RawConnection peer, WindowedSender sender, int id, int size)
    {
        await peer.Request(id, UnaryPath).FlushAsync();
        byte[] message = [0x0a, .. Varint(size), .. new byte[size]];
        await sender.SendAsync(id, Message(message));
        await peer.Data(id, [], endStream: true).FlushAsync();
        await peer.ResponseAsync(id);
    }
}
