using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Http2ErrorCode;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What a client must not do to a server, RFC 9113 section by section.</summary>
public sealed class ClientViolationTests
{
    private const byte EndHeaders = FrameFlag.EndHeaders;
    private const byte EndStream = FrameFlag.EndStream;

    private static readonly Violation[] Table =
    [
        new("4.2 DATA larger than SETTINGS_MAX_FRAME_SIZE", FrameSizeError, 0, p => p.Request(1).Data(1, 16_385)),
        new("4.2 HEADERS larger than SETTINGS_MAX_FRAME_SIZE", FrameSizeError, 0, p => p.Frame(Headers, EndHeaders, 1, new byte[16_385])),
        new("4.2 a frame too large is refused before its payload arrives", FrameSizeError, 0, p => p.Frame(Data, 0, 1, [], 16_777_215)),
        new("4.2 padded DATA without a pad length", FrameSizeError, 0, p => p.Request(1).Frame(Data, FrameFlag.Padded, 1)),
        new("4.2 HEADERS with PRIORITY and no room for it", FrameSizeError, 0,
            p => p.Frame(Headers, EndHeaders | FrameFlag.Priority, 1, 0, 0, 0)),
        new("4.3 undecodable field block", CompressionError, 0, p => p.Frame(Headers, EndHeaders, 1, 0xff, 0xff)),
        new("4.3 undecodable trailers", CompressionError, 0, p => p.Request(1).Frame(Headers, EndHeaders | EndStream, 1, 0x80)),
        new("4.3 undecodable block after END_STREAM", CompressionError, 0,
            p => p.Request(1, true).Frame(Headers, EndHeaders | EndStream, 1, 0x80)),
        new("5.1 DATA on an idle stream", ProtocolError, 0, p => p.Data(1, 1)),
        new("5.1 DATA on an idle stream of the server's", ProtocolError, 0, p => p.Data(2, 1)),
        new("5.1 RST_STREAM on an idle stream", ProtocolError, 0, p => p.Rst(1, Cancel)),
        new("5.1 WINDOW_UPDATE on an idle stream", ProtocolError, 0, p => p.WindowUpdate(1, 1)),
        new("5.1 CONTINUATION on an idle stream", ProtocolError, 0, p => p.Frame(Continuation, EndHeaders, 1)),
        new("5.1 DATA after END_STREAM", StreamClosed, 1, p => p.Request(1, true).Data(1, 1)),
        new("5.1 HEADERS after END_STREAM", StreamClosed, 1, p => p.Request(1, true).Headers(1, true, "x=y")),
        new("5.1 DATA on a stream that completed", StreamClosed, 0, p => Answered(p).Data(1, 1)),
        new("5.1 HEADERS on a stream that completed", StreamClosed, 0, p => Answered(p).Headers(1, true, "x=y")),
        new("5.1 DATA on a stream that the client reset", StreamClosed, 0, p => p.Request(1).Rst(1, Cancel).Data(1, 1)),
        new("5.1 HEADERS on a stream that the client reset", StreamClosed, 0, p => p.Request(1).Rst(1, Cancel).Headers(1, true, "x=y")),
        new("5.1.1 a request on an even stream", ProtocolError, 0, p => p.Request(2)),
        new("5.1.1 a stream lower than one opened before", ProtocolError, 0, p => p.Request(5).Request(3)),
        new("5.1.2 more streams than SETTINGS_MAX_CONCURRENT_STREAMS", RefusedStream, 201,
            p => { for (var i = 0; i <= 100; i++) { p.Request(2 * i + 1); } }),
        new("5.5 an unknown frame inside a field block", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, p.Block(":method=GET")).Frame((Http2FrameType)0x42, 0, 0)),
        new("6.1 DATA on stream 0", ProtocolError, 0, p => p.Data(0, 1)),
        new("6.1 padding as long as the payload", ProtocolError, 0, p => p.Request(1).Frame(Data, FrameFlag.Padded, 1, 3, 0, 0)),
        new("6.2 HEADERS on stream 0", ProtocolError, 0, p => p.Request(0)),
        new("6.2 HEADERS with padding as long as the payload", ProtocolError, 0,
            p => p.Frame(Headers, EndHeaders | FrameFlag.Padded, 1, 9, 0x82)),
        new("6.2 DATA inside a field block", ProtocolError, 0, p => p.Request(1).Frame(Headers, EndStream, 1, p.Block("x=y")).Data(1, 1)),
        new("6.2 PRIORITY inside a field block", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, p.Block(":method=GET")).Frame(Priority, 0, 1, 0, 0, 0, 0, 0)),
        new("6.2 HEADERS inside the field block of another stream", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, p.Block(":method=GET")).Request(3)),
        new("6.3 PRIORITY on stream 0", ProtocolError, 0, p => p.Frame(Priority, 0, 0, 0, 0, 0, 0, 0)),
        new("6.3 PRIORITY that is not 5 bytes long", FrameSizeError, 1, p => p.Request(1).Frame(Priority, 0, 1, 0, 0, 0, 0)),
        new("6.4 RST_STREAM on stream 0", ProtocolError, 0, p => p.Rst(0, Cancel)),
        new("6.4 RST_STREAM that is not 4 bytes long", FrameSizeError, 0, p => p.Request(1).Frame(RstStream, 0, 1, 0, 0, 0)),
        new("6.5 SETTINGS acknowledgement with a payload", FrameSizeError, 0, p => p.Frame(Settings, FrameFlag.Ack, 0, 0, 1, 0, 0, 0, 0)),
        new("6.5 SETTINGS on a stream", ProtocolError, 0, p => p.Frame(Settings, 0, 1)),
        new("6.5 SETTINGS of a length that is no multiple of 6", FrameSizeError, 0, p => p.Frame(Settings, 0, 0, 0, 1, 0, 0, 0)),
        new("6.5.2 SETTINGS_ENABLE_PUSH of 2", ProtocolError, 0, p => p.Settings((Http2SettingId.EnablePush, 2))),
        new("6.5.2 SETTINGS_INITIAL_WINDOW_SIZE of 2^31", FlowControlError, 0,
            p => p.Settings((Http2SettingId.InitialWindowSize, 0x8000_0000))),
        new("6.5.2 SETTINGS_MAX_FRAME_SIZE of 16,383", ProtocolError, 0, p => p.Settings((Http2SettingId.MaxFrameSize, 16_383))),
        new("6.5.2 SETTINGS_MAX_FRAME_SIZE of 2^24", ProtocolError, 0, p => p.Settings((Http2SettingId.MaxFrameSize, 16_777_216))),
        new("6.5.3 acknowledgement of SETTINGS that were not sent", ProtocolError, 0, p => p.Frame(Settings, FrameFlag.Ack, 0)),
        new("6.6 PUSH_PROMISE from a client", ProtocolError, 0, p => p.Request(1).Frame(PushPromise, EndHeaders, 1, 0, 0, 0, 2)),
        new("6.7 PING on a stream", ProtocolError, 0, p => p.Frame(Ping, 0, 1, new byte[8])),
        new("6.7 PING that is not 8 bytes long", FrameSizeError, 0, p => p.Frame(Ping, 0, 0, new byte[7])),
        new("6.8 GOAWAY on a stream", ProtocolError, 0, p => p.Frame(GoAway, 0, 1, new byte[8])),
        new("6.8 GOAWAY shorter than 8 bytes", FrameSizeError, 0, p => p.Frame(GoAway, 0, 0, new byte[7])),
        new("6.8 GOAWAY with a higher last stream than before", ProtocolError, 0,
            p => p.Frame(GoAway, 0, 0, new byte[8]).Frame(GoAway, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)),
        new("6.9 WINDOW_UPDATE of 0 for the connection", ProtocolError, 0, p => p.WindowUpdate(0, 0)),
        new("6.9 WINDOW_UPDATE of 0 for a stream", ProtocolError, 1, p => p.Request(1).WindowUpdate(1, 0)),
        new("6.9 WINDOW_UPDATE that is not 4 bytes long", FrameSizeError, 0, p => p.Request(1).Frame(WindowUpdate, 0, 1, 0, 0, 1)),
        new("6.9 DATA beyond the stream's window", FlowControlError, 1, p => Flood(p.Request(1), 1, 786_432 + 1)),
        new("6.9 DATA beyond the connection's window", FlowControlError, 0,
            p => Flood(Flood(p.Request(1).Request(3), 1, 786_432), 3, 262_145)),
        new("6.9.1 the connection's window over 2^31-1", FlowControlError, 0, p => p.WindowUpdate(0, 0x7fff_ffff)),
        new("6.9.1 a stream's window over 2^31-1", FlowControlError, 1, p => p.Request(1).WindowUpdate(1, 0x7fff_ffff)),
        new("6.9.2 SETTINGS that make a window larger than 2^31-1", FlowControlError, 0,
            p => p.Request(1).WindowUpdate(1, 0x7fff_0000).Settings((Http2SettingId.InitialWindowSize, 0x7fff_ffff))),
        new("6.10 CONTINUATION on another stream", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, p.Block(":method=GET")).Frame(Continuation, EndHeaders, 3)),
        new("6.10 CONTINUATION on stream 0", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, p.Block(":method=GET")).Frame(Continuation, EndHeaders, 0)),
        new("6.10 CONTINUATION after END_HEADERS", ProtocolError, 0, p => p.Request(1).Frame(Continuation, EndHeaders, 1)),
        new("6.10 CONTINUATION after DATA", ProtocolError, 0, p => p.Request(1).Data(1, 1).Frame(Continuation, EndHeaders, 1)),
        new("8.1 trailers without END_STREAM", ProtocolError, 1, p => p.Request(1).Headers(1, false, "x=y")),
        new("8.1 a pseudo-header field in trailers", ProtocolError, 1, p => p.Request(1).Headers(1, true, ":path=/")),
        new("8.1.1 content-length longer than the content", ProtocolError, 1,
            p => p.Request(1, false, "content-length=5").Data(1, 4, true)),
        new("8.1.1 content-length shorter than the content", ProtocolError, 1, p => p.Request(1, false, "content-length=5").Data(1, 6)),
        new("8.1.1 content-length and no content", ProtocolError, 1, p => p.Request(1, true, "content-length=5")),
        new("8.1.1 content-length and trailers too soon", ProtocolError, 1,
            p => p.Request(1, false, "content-length=5").Data(1, 4).Headers(1, true, "x=y")),
        new("8.1.1 content-length that is no number", ProtocolError, 1, p => p.Request(1, false, "content-length=5, 5")),
        new("8.1.1 two content-lengths", ProtocolError, 1, p => p.Request(1, false, "content-length=5", "content-length=6")),
        new("8.2.1 upper case in a name", ProtocolError, 1, p => p.Request(1, false, "X-a=b")),
        new("8.2.1 a space in a name", ProtocolError, 1, p => p.Request(1, false, "x a=b")),
        new("8.2.1 a non-ASCII byte in a name", ProtocolError, 1, p => p.Request(1, false, "x\u00e9=b")),
        new("8.2.1 a colon in a name", ProtocolError, 1, p => p.Request(1, false, "x:y=b")),
        new("8.2.1 line feed in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\nb")),
        new("8.2.1 carriage return in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\rb")),
        new("8.2.1 NUL in a value", ProtocolError, 1, p => p.Request(1, false, "x=a\0b")),
        new("8.2.1 a value that starts with a space", ProtocolError, 1, p => p.Request(1, false, "x= b")),
        new("8.2.1 a value that ends with a tab", ProtocolError, 1, p => p.Request(1, false, "x=b\t")),
        new("8.2.2 connection", ProtocolError, 1, p => p.Request(1, false, "connection=close")),
        new("8.2.2 keep-alive", ProtocolError, 1, p => p.Request(1, false, "keep-alive=5")),
        new("8.2.2 proxy-connection", ProtocolError, 1, p => p.Request(1, false, "proxy-connection=close")),
        new("8.2.2 transfer-encoding", ProtocolError, 1, p => p.Request(1, false, "transfer-encoding=chunked")),
        new("8.2.2 upgrade", ProtocolError, 1, p => p.Request(1, false, "upgrade=h2c")),
        new("8.2.2 te other than trailers", ProtocolError, 1, p => p.Request(1, false, "te=gzip")),
        new("8.2.2 connection in trailers", ProtocolError, 1, p => p.Request(1).Headers(1, true, "connection=close")),
        new("8.3 unknown pseudo-header field", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":x=y")),
        new("8.3 :status in a request", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":status=200")),
        new("8.3 pseudo-header field after a regular one", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", "x=y", ":path=/")),
        new("8.3 :protocol, which is not offered", ProtocolError, 1, p => p.Request(1, false, ":protocol=websocket")),
        new("8.3.1 no :method", ProtocolError, 1, p => p.Headers(1, true, ":scheme=http", ":path=/")),
        new("8.3.1 no :scheme", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":path=/")),
        new("8.3.1 no :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http")),
        new("8.3.1 :method twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":method=GET", ":scheme=http", ":path=/")),
        new("8.3.1 :scheme twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":scheme=http", ":path=/")),
        new("8.3.1 :path twice", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":path=/")),
        new("8.3.1 :authority twice", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":authority=a", ":authority=a")),
        new("8.3.1 :authority with user information", ProtocolError, 1,
            p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=/", ":authority=u@a")),
        new("8.3.1 empty :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=")),
        new("8.3.1 relative :path", ProtocolError, 1, p => p.Headers(1, true, ":method=GET", ":scheme=http", ":path=x")),
        new("8.5 CONNECT with :path", ProtocolError, 1, p => p.Headers(1, false, ":method=CONNECT", ":authority=a:1", ":path=/")),
        new("8.5 CONNECT without :authority", ProtocolError, 1, p => p.Headers(1, false, ":method=CONNECT")),
    ];

    public static TheoryData<string> Rules => Violation.Names(Table);

    [Theory]
    [MemberData(nameof(Rules))]
    public void A_server_answers(string rule) => Table.Single(row => row.Rule == rule).Verify(RawPeer.OfServer());

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n\r\n")]
    [InlineData("PRI * HTTP/2.0\r\n\r\nSM\r\n\rX")]
    public void Section_3_4_a_wrong_preface_is_a_connection_error(string bytes) =>
        RawPeer.OfServer(handshake: false).Bytes(System.Text.Encoding.ASCII.GetBytes(bytes)).ExpectConnectionError(ProtocolError);

    [Fact]
    public void Section_3_4_the_first_frame_must_be_SETTINGS_and_no_acknowledgement()
    {
        RawPeer.OfServer(handshake: false).Bytes(ConnectionPreface.Bytes).Frame(Ping, 0, 0, new byte[8])
            .ExpectConnectionError(ProtocolError);
        RawPeer.OfServer(handshake: false).Bytes(ConnectionPreface.Bytes).Frame(Settings, FrameFlag.Ack, 0)
            .ExpectConnectionError(ProtocolError);
    }

    [Fact]
    public void Section_4_3_1_a_reduced_table_must_be_signalled_once_acknowledged() =>
        RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxHeaderTableSize = 100 } }).Request(1)
            .ExpectConnectionError(CompressionError);

    [Fact]
    public void A_malformed_request_is_not_announced_as_whole_and_its_stream_ends_once()
    {
        var peer = RawPeer.OfServer().Request(1, true, "connection=close");
        peer.ExpectStreamError(1, ProtocolError);
        peer.Events.Of("headers 1").ShouldBeEmpty();
        peer.Events.Ends[1].ShouldBe(new Http2StreamEnd(Http2StreamEndKind.PeerViolation, ProtocolError));
    }

    private static RawPeer Answered(RawPeer peer)
    {
        peer.Request(1, true);
        var fields = new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8);
        peer.Engine.WriteHeaders(peer.Events.Streams[1], null, fields, endStream: true);
        peer.Read();
        return peer;
    }

    private static RawPeer Flood(RawPeer peer, int stream, int bytes)
    {
        for (; bytes > 0; bytes -= 16_384)
        {
            peer.Data(stream, Math.Min(bytes, 16_384));
        }

        return peer;
    }
}
