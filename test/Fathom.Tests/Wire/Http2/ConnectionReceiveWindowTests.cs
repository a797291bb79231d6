using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Credit for the connection, whose window all streams share (RFC 9113 section 6.9.1).</summary>
public sealed class ConnectionReceiveWindowTests
{
    private const int FrameSize = 16 * 1024;

    [Theory]
    [InlineData(0)]
    [InlineData(31)]
    public void A_stream_of_which_nothing_is_consumed_does_not_stop_the_others(int before)
    {
        var peer = RawPeer.OfServer();
        peer.Request(1).Request(3);
        for (var i = 0; i < before; i++)
        {
            // Less than half a window, not worth an update yet.
            peer.Data(3, FrameSize);
            peer.Engine.Consume(peer.Events.Streams[3], FrameSize);
        }

        for (var sent = 0; sent < Http2Options.Default.InitialStreamWindow; sent += FrameSize)
        {
            peer.Data(1, FrameSize);
        }

        for (var i = 0; i < 1000; i++)
        {
            peer.Engine.ReceiveWindow.Available.ShouldBeGreaterThanOrEqualTo(FrameSize, $"{i} frames were taken");
            peer.Data(3, FrameSize);
            peer.Engine.Consume(peer.Events.Streams[3], FrameSize);
        }

        peer.ExpectNoError();
        peer.Replies.Count(frame => frame.Type == Http2FrameType.WindowUpdate && frame.StreamId == 0).ShouldBeLessThan(200);
    }

    [Fact]
    public void At_a_client_any_number_of_streams_of_which_nothing_is_consumed_does_not_stop_another()
    {
        const int Unread = 8;
        var peer = RawPeer.OfClient();
        var streams = Enumerable.Range(0, Unread + 1).Select(_ => Open(peer)).ToList();
        for (var id = 1; id < 1 + (2 * Unread); id += 2)
        {
            peer.Headers(id, false, ":status=200");
            for (var sent = 0; sent < Http2Options.Default.InitialStreamWindow; sent += FrameSize)
            {
                peer.Data(id, FrameSize);
            }
        }

        var last = 1 + (2 * Unread);
        peer.Headers(last, false, ":status=200");
        for (var i = 0; i < 1000; i++)
        {
            peer.Engine.ReceiveWindow.Available.ShouldBeGreaterThanOrEqualTo(FrameSize, $"{i} frames were taken");
            peer.Data(last, FrameSize);
            peer.Engine.Consume(streams[^1], FrameSize);
        }

        peer.ExpectNoError();
    }

    [Fact]
    public void A_client_gives_no_stream_more_than_its_window()
    {
        var peer = RawPeer.OfClient();
        Open(peer);
        peer.Headers(1, false, ":status=200");
        for (var sent = 0; sent < Http2Options.Default.InitialStreamWindow; sent += FrameSize)
        {
            peer.Data(1, FrameSize);
        }

        peer.Data(1, 1);

        peer.ExpectStreamError(1, Http2ErrorCode.FlowControlError);
    }

    private static Http2Stream Open(RawPeer peer) => peer.Engine.TryOpenStream(
        null, new HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8), endStream: true)!;
}
