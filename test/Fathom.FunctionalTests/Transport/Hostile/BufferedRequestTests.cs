using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Requests that clients make a host hold: beyond its limit, the connections that hold the most end.</summary>
public sealed class BufferedRequestTests
{
    [Fact]
    public void The_default_limit_is_that_of_the_page() =>
        new NativeHostOptions().EffectiveMaxBufferedBytes.ShouldBe(SecurityPage.Bytes("24 MiB for all clients"));

    [Fact]
    public Task Messages_that_are_almost_complete_on_every_stream() => Siege.RunAsync(async host =>
    {
        // 400 MB if they were kept: the host takes more of a message for as long as its handler waits for the rest.
        using var peer = await ConnectAsync(host.Address);
        var sender = new WindowedSender(peer);
        var message = Message(new byte[MessageLimits.DefaultMaxReceiveSize - 1], MessageLimits.DefaultMaxReceiveSize);
        for (var i = 0; i < HeldMemory.Streams && peer.Failure is null; i++)
        {
            await peer.Request(StreamId(i), UnaryPath).FlushAsync();
            await sender.SendAsync(StreamId(i), message);
        }

        await HeldMemory.ExpectEvictionAsync(host, [peer]);
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

        await HeldMemory.ExpectEvictionAsync(host, peers);
    });

    [Fact]
    public Task Fields_as_long_as_they_may_be_on_every_stream_of_many_connections() => Siege.RunAsync(async host =>
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < 40; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await HeldMemory.OnEveryStreamAsync(peer, id =>
            {
                peer.Frame(Http2FrameType.Headers, 0, id, RequestBlock(DuplexPath));
                peer.Frame(Http2FrameType.Continuation, 0, id, Block(("x", new string('a', 16_000))));
                peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, id, Block(("y", new string('b', 16_000))));
            });
        }

        await HeldMemory.ExpectEvictionAsync(host, peers);
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
}
