using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;
using static Fathom.Wire.Http2.Http2ErrorCode;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What a client must not do to a server, RFC 9113 section by section.</summary>
public sealed class ClientViolationTests
{
    internal static readonly Violation[] Table = [.. FrameViolations.All, .. ClientFrameViolations.All, .. ClientRequestViolations.All];

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
}
