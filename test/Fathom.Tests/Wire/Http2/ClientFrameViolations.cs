using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;
using static Fathom.Wire.Http2.Http2ErrorCode;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What a client must not do with streams, and a server may, RFC 9113 sections 4 to 6.</summary>
internal static class ClientFrameViolations
{
    private const byte EndHeaders = FrameFlag.EndHeaders;
    private const byte EndStream = FrameFlag.EndStream;

    public static Violation[] All { get; } =
    [
        new("4.3 undecodable field block", CompressionError, 0, p => p.Frame(Headers, EndHeaders, 1, 0xff, 0xff)),
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
        new("6.6 PUSH_PROMISE from a client", ProtocolError, 0, p => p.Request(1).Frame(PushPromise, EndHeaders, 1, 0, 0, 0, 2)),
        // A client engine gives this window back as data arrives, whoever reads it.
        new("6.9 DATA beyond the connection's window", FlowControlError, 0,
            p => FrameViolations.Flood(FrameViolations.Flood(p.Request(1).Request(3), 1, 786_432), 3, 262_145)),
    ];

    private static RawPeer Answered(RawPeer peer)
    {
        peer.Request(1, true);
        var fields = new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8);
        peer.Engine.WriteHeaders(peer.Events.Streams[1], null, fields, endStream: true);
        peer.Read();
        return peer;
    }
}
