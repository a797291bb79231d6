using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>How many streams that ended are remembered.</summary>
public sealed class RememberedStreamTests
{
    [Fact]
    public void MaxRememberedStreams_is_as_many_as_are_remembered_and_of_others_late_frames_are_discarded()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxRememberedStreams = 3 } });
        peer.Request(1).Rst(1, Http2ErrorCode.Cancel);
        for (var id = 3; id <= 9; id += 2)
        {
            peer.Request(id);
            peer.Engine.Reset(peer.Events.Streams[id], Http2ErrorCode.Cancel);
        }

        peer.Read();

        // 3 is forgotten; with it, that 1 was no stream to be late on.
        peer.Data(9, 1).Data(5, 1).Data(3, 1).Data(1, 1).ExpectNoError();
        var remembering = RawPeer.OfServer().Request(1).Rst(1, Http2ErrorCode.Cancel).Data(1, 1);
        remembering.ExpectConnectionError(Http2ErrorCode.StreamClosed);
    }

    [Fact]
    public void MaxRememberedStreams_bounds_what_is_kept_of_streams_reset_and_skipped()
    {
        var past = new ClosedStreamHistory(50);
        for (var id = 1; id < 40_000; id += 4)
        {
            past.AddOpened(id - 4, id);
            past.AddReset(id, window: 1);
            past.Count.ShouldBeLessThanOrEqualTo(100);
        }

        (past.Find(39_997), past.Find(39_995), past.Find(1))
            .ShouldBe((ClosedStreamKind.Reset, ClosedStreamKind.Skipped, ClosedStreamKind.Reset));
    }
}
