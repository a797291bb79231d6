using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What looks odd and is allowed, or must be ignored (RFC 9113).</summary>
public sealed class ToleranceTests
{
    private static readonly Dictionary<string, Action<RawPeer>> Table = new()
    {
        ["4.1 undefined flags are ignored"] = p => p.Frame(Ping, 0xfe, 0, new byte[8]),
        ["4.1 the reserved bit is ignored"] = p => p.Bytes([0, 0, 8, 6, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ["5.1 PRIORITY on an idle stream"] = p => p.Frame(Priority, 0, 7, 0, 0, 0, 0, 0),
        ["5.1 WINDOW_UPDATE after END_STREAM"] = p => p.Request(1, true).WindowUpdate(1, 5),
        ["5.1 WINDOW_UPDATE and RST_STREAM on a closed stream"] = p =>
            p.Request(1).Rst(1, Http2ErrorCode.Cancel).WindowUpdate(1, 5).Rst(1, Http2ErrorCode.Cancel),
        ["5.1.1 stream identifiers may be left out"] = p => p.Request(7, true).Request(101, true),
        ["5.5 unknown frame types are ignored"] = p =>
            p.Frame((Http2FrameType)0x42, 0xff, 3, 1, 2, 3).Frame((Http2FrameType)0xa, 0, 0, 1).Frame((Http2FrameType)0xc, 0, 0, 1),
        ["6.1 empty DATA"] = p => p.Request(1).Data(1, 0).Data(1, 0, true),
        ["6.1 DATA of nothing but padding"] = p => p.Request(1).Frame(Data, FrameFlag.Padded, 1, 2, 0, 0),
        ["6.2 padding and priority in HEADERS"] = p => p.Frame(Headers, FrameFlag.EndHeaders | FrameFlag.Padded | FrameFlag.Priority, 1,
            [1, 0, 0, 0, 0, 15, .. p.Block(":method=GET", ":scheme=http", ":path=/", ":authority=a"), 0]),
        ["6.5.2 unknown settings are ignored"] = p => p.Settings(((Http2SettingId)0xfe03, 1)),
        ["6.5.2 a parameter may come twice"] = p => p.Settings(
            (Http2SettingId.InitialWindowSize, 1), (Http2SettingId.InitialWindowSize, 2)),
        ["6.7 an acknowledgement of a PING that was not sent"] = p => p.Frame(Ping, FrameFlag.Ack, 0, new byte[8]),
        ["6.8 unknown error codes"] = p => p.Frame(GoAway, 0, 0, 0, 0, 0, 0, 0xff, 0, 0, 0).Request(1).Rst(1, (Http2ErrorCode)0xff00_0000),
        ["6.10 an empty CONTINUATION"] = p => p
            .Frame(Headers, FrameFlag.EndStream, 1, p.Block(":method=GET", ":scheme=http", ":path=/", ":authority=a"))
            .Frame(Continuation, 0, 1).Frame(Continuation, FrameFlag.EndHeaders, 1),
        ["8.1 trailers"] = p => p.Request(1).Data(1, 3).Headers(1, true, "x=y"),
        ["8.2.2 te: trailers"] = p => p.Request(1, true, "te=trailers"),
        ["8.3.1 OPTIONS *"] = p => p.Headers(1, true, ":method=OPTIONS", ":scheme=http", ":path=*", ":authority=a"),
        ["8.3.1 host in place of :authority"] = p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", "host=a:1"),
        ["8.3.1 host that equals :authority"] = p => p.Request(1, true, "host=a"),
        ["8.3.1 host in other case and with the default port"] = p => p.Request(1, true, "host=A:80"),
        ["8.3.1 host without the default port, of https"] = p =>
            p.Headers(1, true, ":method=GET", ":authority=a:443", ":scheme=https", ":path=/", "host=a"),
        ["8.3.1 an :authority of every length"] = p => p
            .Headers(1, true, ":method=GET", ":scheme=http", ":path=/", $":authority={new string('a', 4000)}")
            .Headers(3, true, ":method=GET", ":scheme=http", ":path=/", ":authority=b", "host=b"),
        ["8.5 CONNECT"] = p => p.Headers(1, false, ":method=CONNECT", ":authority=a:1"),
        ["8.1.1 content-length as long as the content, in two frames"] = p =>
            p.Request(1, false, "content-length=7").Data(1, 3).Data(1, 4, true),
    };

    public static TheoryData<string> Rules => [.. Table.Keys];

    [Theory]
    [MemberData(nameof(Rules))]
    public void A_server_bears(string rule)
    {
        var peer = RawPeer.OfServer();
        Table[rule](peer);
        peer.ExpectNoError();
    }

    [Fact]
    public void Frames_on_a_stream_this_side_reset_are_discarded_and_keep_the_table_and_the_window_right()
    {
        var peer = RawPeer.OfServer();
        peer.Request(1);
        peer.Engine.Reset(peer.Events.Streams[1], Http2ErrorCode.Cancel);
        peer.Read();
        var window = peer.Engine.ReceiveWindow.Available;
        peer.Data(1, 100).Headers(1, true, "x-late=indexed").WindowUpdate(1, 1).Rst(1, Http2ErrorCode.Cancel);
        peer.Request(3, true, "x-late=indexed");
        peer.ExpectNoError();
        peer.Events.Lines.ShouldContain("header 3 x-late=indexed");
        peer.Events.Of("data").ShouldBeEmpty();
        (peer.Engine.ReceiveWindow.Unconsumed, peer.Engine.ReceiveWindow.Available).ShouldBe((0, window - 100));
    }

    [Fact]
    public void A_refused_request_still_moves_the_table()
    {
        var peer = RawPeer.OfServer(new Http2Options { MaxConcurrentStreams = 1 });
        peer.Request(1, false).Request(3, true, "x-new=entry");
        peer.ExpectStreamError(3, Http2ErrorCode.RefusedStream);
        peer.Events.Of("opened").ShouldBe(["opened 1"]);
        peer.Rst(1, Http2ErrorCode.Cancel).Request(5, true, "x-new=entry");
        peer.Events.Lines.ShouldContain("header 5 x-new=entry");
    }

    [Theory]
    [InlineData("HEAD", "200")]
    [InlineData("GET", "304")]
    public void A_response_to_HEAD_or_not_modified_may_declare_a_length_it_does_not_have(string method, string status)
    {
        var peer = RawPeer.OfClient();
        var fields = new HeaderList().Add(":method"u8, System.Text.Encoding.ASCII.GetBytes(method)).Add(":scheme"u8, "http"u8)
            .Add(":path"u8, "/"u8);
        peer.Engine.TryOpenStream(null, fields, endStream: true);
        peer.Headers(1, true, $":status={status}", "content-length=100");
        peer.ExpectNoError();
        peer.Events.Ends[1].Kind.ShouldBe(Http2StreamEndKind.Completed);
    }

    [Fact]
    public void Interim_responses_precede_the_final_one()
    {
        var peer = RawPeer.OfClient();
        peer.Engine.TryOpenStream(null, new HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8),
            endStream: true);
        peer.Headers(1, false, ":status=100").Headers(1, false, ":status=103", "link=a").Headers(1, false, ":status=200").Data(1, 2)
            .Headers(1, true, "grpc-status=0");
        peer.ExpectNoError();
        peer.Events.Of("headers").ShouldBe(["headers 1 Informational", "headers 1 Informational", "headers 1 Response",
            "headers 1 Trailers end"]);
        peer.Events.Lines[^1].ShouldBe("closed 1 Completed NoError");
    }
}
