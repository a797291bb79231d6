using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Field blocks that are much larger once they are decoded than the peer accepts.</summary>
internal static class OversizedFields
{
    /// <summary>One entry of 3,000 bytes, named 16,000 times in one frame: 48 MB. The block begins with these bytes.</summary>
    public static RawConnection HpackBomb(this RawConnection peer, int streamId, byte[] beginning) => peer
        .Frame(Http2FrameType.Headers, 0, streamId, [.. beginning, 0x40, .. Block(("x", new string('a', 3_000))).AsSpan(1)])
        .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, streamId, [.. Enumerable.Repeat((byte)0xbe, 16_000)]);

    /// <summary>33,000 bytes in three fields. The block begins with these bytes.</summary>
    public static RawConnection LongFieldList(this RawConnection peer, int streamId, byte[] beginning) => peer
        .Frame(Http2FrameType.Headers, 0, streamId, [.. beginning, .. Block(("x", new string('a', 16_000)))])
        .Frame(Http2FrameType.Continuation, 0, streamId, Block(("x", new string('b', 16_000))))
        .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, streamId, Block(("x", new string('c', 1_000))));
}
