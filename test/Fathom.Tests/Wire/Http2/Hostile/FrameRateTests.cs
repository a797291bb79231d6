using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>What counts as too often, and what does not.</summary>
public sealed class FrameRateTests
{
    /// <summary>The limits that are tested here.</summary>
    internal static readonly string[] Limits = [nameof(Http2Limits.MaxResetsPerMinute)];

    [Fact]
    public void Window_updates_that_are_worth_a_frame_are_never_too_many()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits =
            new Http2Limits { MaxTinyWindowUpdatesPerSecond = 1, TinyWindowUpdate = 100 } });
        for (var i = 0; i < 5000; i++)
        {
            peer.WindowUpdate(0, 100);
        }

        peer.ExpectNoError();
    }

    [Fact]
    public void DATA_that_was_sent_pays_for_a_PING_and_ten_tiny_window_updates()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits =
            new Http2Limits { MaxTinyWindowUpdatesPerSecond = 5, MaxPingsPerSecond = 2 } });
        peer.Request(1);
        peer.Engine.WriteHeaders(peer.Events.Streams[1], null, new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8),
            endStream: false);
        for (var frame = 0; frame < 10; frame++)
        {
            peer.Engine.TryWriteData(peer.Events.Streams[1], new byte[10], endStream: false).ShouldBe(10);
        }

        for (var i = 0; i < 105; i++)
        {
            peer.WindowUpdate(1, 1);
        }

        for (var i = 0; i < 12; i++)
        {
            peer.Frame(Http2FrameType.Ping, 0, 0, new byte[8]);
        }

        peer.ExpectNoError();
        peer.Frame(Http2FrameType.Ping, 0, 0, new byte[8]).ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
    }

    [Fact]
    public void DATA_that_was_on_its_way_when_its_stream_was_reset_is_never_too_much()
    {
        const int Window = 50_000;
        var peer = RawPeer.OfServer(new Http2Options { InitialStreamWindow = Window,
            Limits = new Http2Limits { MaxIgnoredFramesPerSecond = 1 } });
        peer.Request(1).Request(3);
        peer.Engine.Reset(peer.Events.Streams[1], Http2ErrorCode.Cancel);
        for (var i = 0; i < Window / 10; i++)
        {
            peer.Data(1, 10);
        }

        peer.Data(1, 0, endStream: true).Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
    }

    [Fact]
    public void DATA_that_was_on_its_way_to_streams_that_were_refused_is_never_too_much()
    {
        var peer = RawPeer.OfServer(new Http2Options { MaxConcurrentStreams = 1,
            Limits = new Http2Limits { MaxIgnoredFramesPerSecond = 100 } });
        peer.Request(1);
        for (var id = 3; id < 203; id += 2)
        {
            peer.Request(id);
            for (var i = 0; i < 10; i++)
            {
                peer.Data(id, 500);
            }

            peer.Data(id, 500, endStream: true);
        }

        peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Resets_below_the_limit_of_a_second_have_one_of_a_minute_unless_as_many_streams_complete(bool complete)
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxResetsPerSecond = 20, MaxResetsPerMinute = 100 } });
        var id = 1;
        for (var second = 0; second < 10; second++)
        {
            for (var i = 0; i < 15 && !peer.Engine.IsEnded; i++, id += 2)
            {
                peer.Request(id).Rst(id, Http2ErrorCode.Cancel);
                if (complete)
                {
                    id += 2;
                    peer.Request(id, true);
                    peer.Engine.WriteHeaders(peer.Events.Streams[id], null,
                        new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8), endStream: true);
                }
            }

            peer.Read();
            peer.Now += 1000;
        }

        peer.Engine.IsEnded.ShouldBe(!complete);
        (peer.Events.ConnectionEnd?.Reason).ShouldBe(complete ? null : nameof(Http2Limits.MaxResetsPerMinute));
    }

    [Fact]
    public void A_client_bears_a_server_that_resets_every_stream()
    {
        var peer = RawPeer.OfClient(new Http2Options { Limits = new Http2Limits { MaxResetsPerSecond = 1 } });
        for (var i = 0; i < 100; i++)
        {
            var fields = new Fathom.Wire.Hpack.HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);
            peer.Rst(peer.Engine.TryOpenStream(null, fields, endStream: true)!.Id, Http2ErrorCode.RefusedStream);
        }

        peer.ExpectNoError();
    }

    [Fact]
    public void Interim_responses_without_end_are_too_many()
    {
        var peer = RawPeer.OfClient(new Http2Options { Limits = new Http2Limits { MaxEmptyFramesPerSecond = 20 } });
        var fields = new Fathom.Wire.Hpack.HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);
        var id = peer.Engine.TryOpenStream(null, fields, endStream: true)!.Id;
        for (var i = 0; i < 20; i++)
        {
            peer.Headers(id, false, ":status=103").Engine.IsEnded.ShouldBeFalse();
        }

        peer.Headers(id, false, ":status=103");

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        peer.Events.ConnectionEnd!.Value.Reason.ShouldBe(nameof(Http2Limits.MaxEmptyFramesPerSecond));
    }

    [Fact]
    public void Streams_that_the_transport_refuses_count_as_resets()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxResetsPerSecond = 20 } });
        for (var i = 0; i < 20; i++)
        {
            peer.Request(1 + 2 * i);
            peer.Engine.Refuse(peer.Events.Streams[1 + 2 * i], peer.Now);
            peer.ExpectStreamError(1 + 2 * i, Http2ErrorCode.RefusedStream);
        }

        peer.Request(41);
        peer.Engine.Refuse(peer.Events.Streams[41], peer.Now);

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
    }

    [Fact]
    public void Late_frames_of_streams_that_this_side_resets_are_its_own_doing()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxIgnoredFramesPerSecond = 5 } });
        for (var id = 1; id < 2000; id += 2)
        {
            peer.Request(id);
            peer.Engine.Reset(peer.Events.Streams[id], Http2ErrorCode.Cancel);
            peer.Data(id, 10).Headers(id, true, "x=y");
            peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
        }
    }
}
