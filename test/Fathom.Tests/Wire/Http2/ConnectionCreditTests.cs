using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Credit for the connection, whose window all streams share (RFC 9113 section 6.9.1).</summary>
public sealed class ConnectionCreditTests
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
            peer.Engine.Consumed(peer.Events.Streams[3], FrameSize);
        }

        for (var sent = 0; sent < Http2Options.Default.InitialStreamWindow; sent += FrameSize)
        {
            peer.Data(1, FrameSize);
        }

        for (var i = 0; i < 1000; i++)
        {
            peer.Engine.ReceiveWindow.Available.ShouldBeGreaterThanOrEqualTo(FrameSize, $"{i} frames were taken");
            peer.Data(3, FrameSize);
            peer.Engine.Consumed(peer.Events.Streams[3], FrameSize);
        }

        peer.ExpectNoError();
        peer.Replies.Count(frame => frame.Type == Http2FrameType.WindowUpdate && frame.StreamId == 0).ShouldBeLessThan(200);
    }
}
