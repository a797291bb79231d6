using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Http2ErrorCode;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What a server must not do to a client, RFC 9113 section by section, where it differs from what a client must not do.</summary>
public sealed class ServerViolationTests
{
    private static readonly HeaderList Get = new HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);

    internal static readonly Violation[] Table =
    [
        new("4.3 undecodable field block", CompressionError, 0, p => p.Frame(Headers, FrameFlag.EndHeaders, 1, 0xff, 0xff)),
        new("5.1 HEADERS on an idle stream", ProtocolError, 0, p => p.Headers(3, true, ":status=200")),
        new("5.1 DATA on an idle stream", ProtocolError, 0, p => p.Data(3, 1)),
        new("5.1 RST_STREAM on an idle stream", ProtocolError, 0, p => p.Rst(3, Cancel)),
        new("5.1 WINDOW_UPDATE on an idle stream", ProtocolError, 0, p => p.WindowUpdate(3, 1)),
        new("5.1 HEADERS after END_STREAM", StreamClosed, 0, p => p.Headers(1, true, ":status=200").Headers(1, true, "x=y")),
        new("5.1 DATA after END_STREAM", StreamClosed, 0, p => p.Headers(1, true, ":status=200").Data(1, 1)),
        new("5.1 HEADERS after the server's reset", StreamClosed, 0, p => p.Rst(1, Cancel).Headers(1, true, ":status=200")),
        new("5.1 DATA after the server's reset", StreamClosed, 0, p => p.Rst(1, Cancel).Data(1, 1)),
        new("5.1.1 HEADERS on a stream of the server's, which push alone could open", ProtocolError, 0,
            p => p.Headers(2, true, ":status=200")),
        new("6.5.2 SETTINGS_ENABLE_PUSH of 1 from a server", ProtocolError, 0, p => p.Settings((Http2SettingId.EnablePush, 1))),
        new("6.6 PUSH_PROMISE after push was switched off", ProtocolError, 0,
            p => p.Frame(PushPromise, FrameFlag.EndHeaders, 1, 0, 0, 0, 2)),
        new("6.8 GOAWAY with a higher last stream than before", ProtocolError, 0,
            p => p.Frame(GoAway, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0).Frame(GoAway, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0)),
        new("8.1 DATA before the response", ProtocolError, 1, p => p.Data(1, 1)),
        new("8.1 an interim response with END_STREAM", ProtocolError, 1, p => p.Headers(1, true, ":status=103")),
        new("8.1 a second final response", ProtocolError, 1, p => p.Headers(1, false, ":status=200").Headers(1, false, ":status=200")),
        new("8.1 :status in trailers", ProtocolError, 1, p => p.Headers(1, false, ":status=200").Headers(1, true, ":status=200")),
        new("8.1.1 content-length longer than the content", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "content-length=9").Data(1, 8, true)),
        new("8.1 trailers without END_STREAM", ProtocolError, 1, p => p.Headers(1, false, ":status=200").Headers(1, false, "x=y")),
        new("8.1.1 content-length shorter than the content", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "content-length=2").Data(1, 3)),
        new("8.1.1 content-length and no content", ProtocolError, 1, p => p.Headers(1, true, ":status=200", "content-length=2")),
        new("8.1.1 content-length that is no number", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "content-length=x")),
        new("8.1.1 content-length and trailers too soon", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "content-length=2").Data(1, 1).Headers(1, true, "x=y")),
        new("8.1.1 two content-lengths", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "content-length=2", "content-length=3")),
        new("8.2.1 an empty name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "=b")),
        new("8.2.1 a control character in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x\u0001=b")),
        new("8.2.1 DEL in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x\u007f=b")),
        new("8.2.1 upper case in trailers", ProtocolError, 1, p => p.Headers(1, false, ":status=200").Headers(1, true, "X-a=b")),
        new("8.2.1 upper case in an interim response", ProtocolError, 1, p => p.Headers(1, false, ":status=103", "X-a=b")),
        new("8.2.1 upper case in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "X-a=b")),
        new("8.2.1 a space in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x a=b")),
        new("8.2.1 a non-ASCII byte in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x\u00e9=b")),
        new("8.2.1 a colon in a name", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x:y=b")),
        new("8.2.1 line feed in a value", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x=a\nb")),
        new("8.2.1 carriage return in trailers", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200").Headers(1, true, "grpc-message=a\rb")),
        new("8.2.1 NUL in a value", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x=a\0b")),
        new("8.2.1 a value that starts with a space", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x= b")),
        new("8.2.1 a value that ends with a tab", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "x=b\t")),
        new("8.2.2 keep-alive in a response", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "keep-alive=5")),
        new("8.2.2 proxy-connection in a response", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "proxy-connection=close")),
        new("8.2.2 transfer-encoding in a response", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200", "transfer-encoding=chunked")),
        new("8.2.2 upgrade in a response", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "upgrade=h2c")),
        new("8.2.2 connection in trailers", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200").Headers(1, true, "connection=close")),
        new("8.2.2 connection in a response", ProtocolError, 1, p => p.Headers(1, false, ":status=200", "connection=close")),
        new("8.3 :method in a response", ProtocolError, 1, p => p.Headers(1, false, ":status=200", ":method=GET")),
        new("8.3 unknown pseudo-header field", ProtocolError, 1, p => p.Headers(1, false, ":status=200", ":x=y")),
        new("8.3 pseudo-header field after a regular one", ProtocolError, 1, p => p.Headers(1, false, "x=y", ":status=200")),
        new("8.3 an unknown pseudo-header field in trailers", ProtocolError, 1,
            p => p.Headers(1, false, ":status=200").Headers(1, true, ":x=y")),
        new("8.3.2 no :status", ProtocolError, 1, p => p.Headers(1, false, "x=y")),
        new("8.3.2 :status twice", ProtocolError, 1, p => p.Headers(1, false, ":status=200", ":status=200")),
        new("8.3.2 :status of two digits", ProtocolError, 1, p => p.Headers(1, false, ":status=20")),
        new("8.3.2 :status that is no number", ProtocolError, 1, p => p.Headers(1, false, ":status=2x0")),
        new("8.3.2 :status of four digits", ProtocolError, 1, p => p.Headers(1, false, ":status=2000")),
        new("8.3.2 :status below 100", ProtocolError, 1, p => p.Headers(1, false, ":status=099")),
        new("8.6 status 101", ProtocolError, 1, p => p.Headers(1, false, ":status=101")),
    ];

    public static TheoryData<string> Rules => Violation.Names(Table);

    [Theory]
    [MemberData(nameof(Rules))]
    public void A_client_answers(string rule)
    {
        var peer = RawPeer.OfClient();
        peer.Engine.TryOpenStream(null, Get, endStream: true).ShouldNotBeNull();
        Table.Single(row => row.Rule == rule).Verify(peer);
    }

    public static TheoryData<string> FrameRules => Violation.Names(FrameViolations.All);

    [Theory]
    [MemberData(nameof(FrameRules))]
    public void A_client_answers_what_a_server_answers(string rule) =>
        FrameViolations.All.Single(row => row.Rule == rule).Verify(RawPeer.OfClient());

    [Fact]
    public void Section_3_4_the_first_frame_must_be_SETTINGS() =>
        RawPeer.OfClient(handshake: false).Frame(Ping, 0, 0, new byte[8]).ExpectConnectionError(ProtocolError);
}
