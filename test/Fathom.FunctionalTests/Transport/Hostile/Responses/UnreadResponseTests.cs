using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Google.Protobuf;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Responses;

/// <summary>Responses and answers that a client does not take: beyond a limit its connection ends.</summary>
public sealed class UnreadResponseTests(Siege siege) : IClassFixture<Siege>
{
    [Fact]
    public Task Responses_that_no_window_lets_out() => siege.OfAsync(async host =>
    {
        // Each stream has a response of 100 kB waiting, and its handler a hundred thousand more.
        List<RawConnection> peers = [];
        for (var i = 0; i < 12; i++)
        {
            var peer = await ConnectAsync(host.Address, streamWindow: 0);
            peers.Add(peer);
            await HeldMemory.OnEveryStreamAsync(peer, id => BeginReplies(peer, id, 100_000));
        }

        await HeldMemory.ExpectEvictionAsync(host, peers);
    });

    [Fact]
    public Task Responses_that_nobody_reads() => siege.OfAsync(async host =>
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < 10; i++)
        {
            var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
            peers.Add(peer);
            peer.WindowUpdate(0, 0x7fff_0000 - 65_535);
            await HeldMemory.OnEveryStreamAsync(peer, id => BeginReplies(peer, id, 10_000));
        }

        peers.ForEach(peer => peer.Dispose());
    });

    [Theory]
    [InlineData(8 << 20, 300)]
    [InlineData(24 << 20, 600)]
    public async Task Uploads_beside_many_that_never_read_are_served(long limit, int many)
    {
        const int uploadBytes = 500_000;
        // Who is evicted, and then held its memory for the second that GOAWAY has to get out, would leave no room for others.
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { MaxBufferedBytes = limit });
        using var honest = new NativeChannel(new ChannelOptions { Address = host.Address });
        List<RawConnection> peers = [];
        for (var i = 0; i < many; i++)
        {
            var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
            peers.Add(peer);
            peer.WindowUpdate(0, 0x7fff_0000 - 65_535);
            BeginReplies(peer, StreamId(0), 10_000);
            await peer.FlushAsync();
            if (i % 10 == 0)
            {
                var reply = await honest.UnaryAsync(EchoMethods.Unary, Messages.Request(uploadBytes), Messages.Within(60));
                reply.Payload.Length.ShouldBe(uploadBytes);
            }
        }

        honest.ConnectionsOpened.ShouldBe(1, "the connection whose messages move is never ended");
        peers.ForEach(peer => peer.Dispose());
    }

    [Fact]
    public Task PINGs_whose_answers_nobody_reads() => siege.OfAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address, reads: false);
        for (var i = 0; i < 10_000; i++)
        {
            peer.Ping((byte)i);
        }

        await peer.FlushAsync();

        await peer.RefusedAsync();
    });

    [Fact]
    public Task Whoever_provokes_an_error_with_a_full_window_and_reads_nothing_is_closed_all_the_same() => siege.OfAsync(async host =>
    {
        // So much waits to be sent that GOAWAY never gets out.
        using var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
        peer.WindowUpdate(0, 0x7fff_0000 - 65_535);
        await HeldMemory.OnEveryStreamAsync(peer, id => BeginReplies(peer, id, 10_000));
        for (var i = 0; i < 3 * Http2Limits.Default.MaxPingsPerSecond; i++)
        {
            peer.Ping((byte)i);
        }

        // DATA that is sent pays for PINGs.
        peer.WindowUpdate(0, int.MaxValue);
        await peer.FlushAsync();

        await peer.RefusedAsync();
        await host.SaysAsync("GOAWAY");
    });

    /// <summary>Requests a hundred thousand replies with so many bytes each.</summary>
    private static void BeginReplies(RawConnection peer, int streamId, int size)
    {
        var request = new EchoRequest { Payload = ByteString.CopyFrom(new byte[size]), Repeat = 100_000 };
        peer.Request(streamId, ServerStreamPath).Data(streamId, Message(request.ToByteArray()), endStream: true);
    }
}
