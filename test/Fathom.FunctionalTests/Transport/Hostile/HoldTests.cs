using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Hostile.RawConnection;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What clients make a host hold is bounded over all its connections: where it is too much, those that hold the most
/// end.</summary>
public sealed class HoldTests
{
    private const int Streams = 100;

    [Fact]
    public Task Messages_that_are_almost_complete_on_every_stream() => Siege.RunAsync(async host =>
    {
        // 400 MB if they were kept: the host takes more of a message for as long as its handler waits for the rest.
        using var peer = await ConnectAsync(host.Address);
        var message = Message(new byte[MessageLimits.DefaultMaxReceiveSize - 1], MessageLimits.DefaultMaxReceiveSize);
        for (var i = 0; i < Streams && peer.Failure is null; i++)
        {
            await peer.Request(1 + 2 * i, UnaryPath).FlushAsync();
            await peer.SendWithinWindowsAsync(1 + 2 * i, message);
        }

        await ExpectGivenWayAsync(host, [peer]);
    });

    [Fact]
    public Task Windows_that_are_filled_on_many_connections() => Siege.RunAsync(async host =>
    {
        // A megabyte each, read by nobody.
        List<RawConnection> peers = [];
        for (var i = 0; i < 150; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await peer.Request(1, DuplexPath).Data(1, [.. Message([0x28, 0xe0, 0xd4, 0x03]), .. new byte[700_000]]).FlushAsync();
            await peer.Request(3, DuplexPath).Data(3, [.. Message([0x28, 0xe0, 0xd4, 0x03]), .. new byte[300_000]]).FlushAsync();
        }

        await ExpectGivenWayAsync(host, peers);
    });

    [Fact]
    public Task Fields_as_long_as_they_may_be_on_every_stream_of_many_connections() => Siege.RunAsync(async host =>
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < 40; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await HoldAsync(peer, id =>
            {
                peer.Frame(Http2FrameType.Headers, 0, id, RequestBlock(DuplexPath));
                peer.Frame(Http2FrameType.Continuation, 0, id, Block(("x", new string('a', 16_000))));
                peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, id, Block(("y", new string('b', 16_000))));
            });
        }

        await ExpectGivenWayAsync(host, peers);
    });

    [Fact]
    public Task Responses_that_no_window_lets_out() => Siege.RunAsync(async host =>
    {
        // Each stream has a response of 100 kB waiting, and its handler a hundred thousand more.
        List<RawConnection> peers = [];
        for (var i = 0; i < 12; i++)
        {
            var peer = await ConnectAsync(host.Address, streamWindow: 0);
            peers.Add(peer);
            await HoldAsync(peer, id => peer.Request(id, ServerStreamPath).Data(id, EndlessReplies(100_000), endStream: true));
        }

        await ExpectGivenWayAsync(host, peers);
    });

    [Fact]
    public Task Responses_that_nobody_reads() => Siege.RunAsync(async host =>
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < 10; i++)
        {
            var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
            peers.Add(peer);
            peer.WindowUpdate(0, 0x7fff_0000 - 65_535);
            await HoldAsync(peer, id => peer.Request(id, ServerStreamPath).Data(id, EndlessReplies(10_000), endStream: true));
        }

        peers.ForEach(peer => peer.Dispose());
    });

    [Fact]
    public Task PINGs_whose_answers_nobody_reads() => Siege.RunAsync(async host =>
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
    public Task Whoever_provokes_an_error_with_a_full_window_and_reads_nothing_is_closed_all_the_same() => Siege.RunAsync(async host =>
    {
        // So much waits to be sent that GOAWAY never gets out.
        using var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
        peer.WindowUpdate(0, 0x7fff_0000 - 65_535);
        await HoldAsync(peer, id => peer.Request(id, ServerStreamPath).Data(id, EndlessReplies(10_000), endStream: true));
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

    [Theory]
    [InlineData(MessageLimits.DefaultMaxReceiveSize + 1)]
    [InlineData(int.MaxValue)]
    public Task A_message_that_claims_too_much_is_RESOURCE_EXHAUSTED_before_it_is_sent(int claim) => Siege.RunAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message(new byte[10], claim)).FlushAsync();

        var blocks = await peer.ResponseAsync(1);

        // grpc-status 8, a literal whose value is one character.
        System.Text.Encoding.Latin1.GetString(blocks[^1]).ShouldContain("\u00018");
        await peer.ServedAsync();
    });

    [Fact]
    public Task Connections_beyond_those_allowed_are_closed_at_once() => Siege.RunAsync(
        async host =>
        {
            // One is the witness's.
            List<RawConnection> held = [];
            for (var i = 0; i < 49; i++)
            {
                held.Add(await ConnectAsync(host.Address));
                await held[i].ServedAsync();
            }

            for (var i = 0; i < 500; i++)
            {
                using var refused = await ConnectAsync(host.Address);
                await Fathom.TestKit.Eventually.HoldsAsync(() => refused.IsEnded, "the connection is closed");
                refused.Frames().ShouldBeEmpty();
            }

            foreach (var peer in held)
            {
                await peer.ServedAsync();
                peer.Dispose();
            }
        },
        "--max-connections", "50");

    private static async Task HoldAsync(RawConnection peer, Action<int> begin)
    {
        for (var i = 0; i < Streams; i++)
        {
            begin(1 + 2 * i);
            if (!await peer.FlushAsync())
            {
                return;
            }
        }
    }

    private static async Task ExpectGivenWayAsync(HostProcess host, List<RawConnection> peers)
    {
        await Fathom.TestKit.Eventually.HoldsAsync(
            () => peers.Exists(peer => peer.Failure is not null), "a connection that holds much gives way");
        foreach (var peer in peers.Where(peer => peer.Failure is not null))
        {
            (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MaxBufferedBytes)));
        }

        await host.SaysAsync(nameof(NativeHostOptions.MaxBufferedBytes));
        peers.ForEach(peer => peer.Dispose());
    }

    /// <summary>A request for a hundred thousand replies with so many bytes each.</summary>
    private static byte[] EndlessReplies(int size)
    {
        var request = new Fathom.Subjects.Echo.EchoRequest { Payload = Google.Protobuf.ByteString.CopyFrom(new byte[size]),
            Repeat = 100_000 };
        return Message(Google.Protobuf.MessageExtensions.ToByteArray(request));
    }
}
