using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Traffic without end that costs a host little: it goes on serving others.</summary>
public sealed class EndlessTrafficTests(Siege siege) : IClassFixture<Siege>
{
    private static readonly int Connections = Thorough.Count(3, 20);

    [Fact]
    public Task An_HPACK_bomb_on_every_stream_of_many_connections_costs_little() => siege.OfAsync(async host =>
    {
        for (var connection = 0; connection < Connections; connection++)
        {
            using var peer = await ConnectAsync(host.Address);
            for (var i = 0; i < 100; i++)
            {
                peer.HpackBomb(StreamId(i), RequestBlock(UnaryPath));
            }

            await peer.FlushAsync();
            (await peer.ResetAsync(StreamId(99))).ShouldBe(Http2ErrorCode.EnhanceYourCalm);
        }
    });

    [Fact]
    public Task Endless_messages_of_DATA_of_one_byte_are_read_and_cost_nobody_else() => siege.OfAsync(async host =>
    {
        const int Size = 300_000;
        using var peer = await ConnectAsync(host.Address);
        peer.Request(1, UnaryPath).Data(1, Message([0x0a, .. Varint(Size), .. new byte[Size]]), endStream: true, frameSize: 1);
        peer.WindowUpdate(0, 10 * Size).WindowUpdate(1, 10 * Size);

        (await peer.FlushAsync()).ShouldBeTrue();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
        peer.DataBytes.ShouldBeGreaterThan(Size);
    });

    [Fact]
    public Task Answers_to_PINGs_that_were_never_sent_end_their_connection() => siege.OfAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        for (var i = 0; i < 50_000; i++)
        {
            peer.Frame(Http2FrameType.Ping, FrameFlag.Ack, 0, 1, 2, 3, 4, 5, 6, 7, 8);
        }

        await peer.FlushAsync();

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxIgnoredFramesPerSecond)));
    });

    [Fact]
    public Task Connections_that_come_and_go_without_end_leave_nothing() => siege.OfAsync(async host =>
    {
        for (var i = 0; i < 2_000; i++)
        {
            using var peer = await ConnectAsync(host.Address, reads: false);
            await peer.Request(1, DuplexPath).FlushAsync();
        }
    });
}
