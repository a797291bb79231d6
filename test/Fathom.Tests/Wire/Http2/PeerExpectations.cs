using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>How an engine is to answer its peer.</summary>
internal static class PeerExpectations
{
    public static void ExpectConnectionError(this RawPeer peer, Http2ErrorCode code)
    {
        var last = peer.Read().ShouldNotBeEmptyList()[^1];
        last.Header.Type.ShouldBe(Http2FrameType.GoAway, peer.Events.ConnectionEnd?.Reason);
        last.Code(4).ShouldBe(code, peer.Events.ConnectionEnd?.Reason);
        peer.Events.ConnectionEnd.ShouldNotBeNull().Code.ShouldBe(code);
        peer.Engine.IsEnded.ShouldBeTrue();
        peer.Engine.StreamCount.ShouldBe(0);
    }

    public static void ExpectStreamError(this RawPeer peer, int streamId, Http2ErrorCode code)
    {
        var reset = peer.Read().ShouldNotBeEmptyList().Last(frame => frame.Header.Type == Http2FrameType.RstStream);
        (reset.Header.StreamId, reset.Code(0)).ShouldBe((streamId, code), peer.Events.ConnectionEnd?.Reason);
        peer.Engine.IsEnded.ShouldBeFalse();
    }

    public static void ExpectNoError(this RawPeer peer)
    {
        peer.Read().ShouldNotContain(frame => frame.Header.Type == Http2FrameType.RstStream || frame.Header.Type == Http2FrameType.GoAway);
        peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
    }
}
