using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Padding counts against both windows (RFC 9113 section 6.1), and no application ever consumes it.</summary>
public sealed class DataReceiverTests
{
    private const byte PadLength = 255;

    [Fact]
    public void Padding_is_credited_without_the_application()
    {
        var peer = RawPeer.OfServer().Request(1);

        peer.Frame(Http2FrameType.Data, FrameFlag.Padded, 1, Padded(content: 3));

        peer.Events.Streams[1].ReceivedUnconsumed.ShouldBe(3);
        peer.Engine.ReceiveWindow.Unconsumed.ShouldBe(3);
    }

    [Fact]
    public void A_stream_of_padded_frames_never_runs_out_of_credit()
    {
        var peer = RawPeer.OfServer().Request(1);
        var stream = peer.Events.Streams[1];
        for (var sent = 0; sent < 10 * Http2Options.Default.ConnectionWindow; sent += Padded(content: 1).Length)
        {
            peer.Frame(Http2FrameType.Data, FrameFlag.Padded, 1, Padded(content: 1));
            peer.Engine.Consume(stream, 1);
        }

        peer.ExpectNoError();
        (stream.ReceivedUnconsumed, peer.Engine.ReceiveWindow.Unconsumed).ShouldBe((0, 0));
    }

    private static byte[] Padded(int content) => [PadLength, .. new byte[content + PadLength]];
}
