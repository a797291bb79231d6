using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>Since when a frame or a field block is under way.</summary>
public sealed class IncompleteInputTests
{
    [Fact]
    public void What_is_under_way_is_known_since_its_first_byte_and_until_its_last()
    {
        var peer = RawPeer.OfServer();
        peer.Engine.InputIncompleteSince.ShouldBeNull();
        peer.Now += 10;
        var began = peer.Now;

        // A frame of 8 bytes, in three pieces.
        peer.Bytes([0, 0, 8, (byte)Http2FrameType.Ping]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Now += 10;
        peer.Bytes([0, 0, 0, 0, 0, 1, 2, 3]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Bytes([4, 5, 6, 7, 8]).Engine.InputIncompleteSince.ShouldBeNull();

        // A field block, whose frames are whole each.
        began = peer.Now += 10;
        var block = peer.Block(":method=POST", ":scheme=http", ":path=/", ":authority=a");
        peer.Frame(Http2FrameType.Headers, 0, 1, block).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Now += 10;
        peer.Frame(Http2FrameType.Continuation, 0, 1, [.. peer.Block("x=y")]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1).Engine.InputIncompleteSince.ShouldBeNull();

        // One that is whole, and the first byte of the next.
        peer.Now += 10;
        peer.Bytes([0, 0, 0, (byte)Http2FrameType.Settings, 0, 0, 0]);
        began = peer.Now += 10;
        peer.Bytes([0, 0, 0]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.ExpectNoError();
    }
}
