using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;
using static Fathom.Wire.Http2.Http2ErrorCode;

namespace Fathom.Tests.Wire.Http2;

/// <summary>What neither a client nor a server must do with frames, RFC 9113 sections 4 to 6.</summary>
internal static class FrameViolations
{
    private const byte EndHeaders = FrameFlag.EndHeaders;
    private const byte EndStream = FrameFlag.EndStream;

    public static Violation[] All { get; } =
    [
        new("4.2 DATA larger than SETTINGS_MAX_FRAME_SIZE", FrameSizeError, 0, p => p.Begin(1).Data(1, 16_385)),
        new("4.2 HEADERS larger than SETTINGS_MAX_FRAME_SIZE", FrameSizeError, 0, p => p.Frame(Headers, EndHeaders, 1, new byte[16_385])),
        new("4.2 a frame too large is refused before its payload arrives", FrameSizeError, 0, p => p.Frame(Data, 0, 1, [], 16_777_215)),
        new("4.2 padded DATA without a pad length", FrameSizeError, 0, p => p.Begin(1).Frame(Data, FrameFlag.Padded, 1)),
        new("4.2 HEADERS with PRIORITY and no room for it", FrameSizeError, 0,
            p => p.Frame(Headers, EndHeaders | FrameFlag.Priority, 1, 0, 0, 0)),
        new("4.3 undecodable trailers", CompressionError, 0, p => p.Begin(1).Frame(Headers, EndHeaders | EndStream, 1, 0x80)),
        new("5.5 an unknown frame inside a field block", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, Part(p)).Frame((Http2FrameType)0x42, 0, 0)),
        new("6.1 DATA on stream 0", ProtocolError, 0, p => p.Data(0, 1)),
        new("6.1 padding as long as the payload", ProtocolError, 0, p => p.Begin(1).Frame(Data, FrameFlag.Padded, 1, 3, 0, 0)),
        new("6.2 HEADERS on stream 0", ProtocolError, 0, p => p.Headers(0, true, "x=y")),
        new("6.2 HEADERS with padding as long as the payload", ProtocolError, 0,
            p => p.Frame(Headers, EndHeaders | FrameFlag.Padded, 1, 9, 0x82)),
        new("6.2 DATA inside a field block", ProtocolError, 0, p => p.Begin(1).Frame(Headers, EndStream, 1, p.Block("x=y")).Data(1, 1)),
        new("6.2 PRIORITY inside a field block", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, Part(p)).Frame(Priority, 0, 1, 0, 0, 0, 0, 0)),
        new("6.2 HEADERS inside the field block of another stream", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, Part(p)).Headers(3, true, "x=y")),
        new("6.3 PRIORITY on stream 0", ProtocolError, 0, p => p.Frame(Priority, 0, 0, 0, 0, 0, 0, 0)),
        new("6.3 PRIORITY that is not 5 bytes long", FrameSizeError, 1, p => p.Begin(1).Frame(Priority, 0, 1, 0, 0, 0, 0)),
        new("6.4 RST_STREAM on stream 0", ProtocolError, 0, p => p.Rst(0, Cancel)),
        new("6.4 RST_STREAM that is not 4 bytes long", FrameSizeError, 0, p => p.Begin(1).Frame(RstStream, 0, 1, 0, 0, 0)),
        new("6.5 SETTINGS acknowledgement with a payload", FrameSizeError, 0, p => p.Frame(Settings, FrameFlag.Ack, 0, 0, 1, 0, 0, 0, 0)),
        new("6.5 SETTINGS on a stream", ProtocolError, 0, p => p.Frame(Settings, 0, 1)),
        new("6.5 SETTINGS of a length that is no multiple of 6", FrameSizeError, 0, p => p.Frame(Settings, 0, 0, 0, 1, 0, 0, 0)),
        new("6.5.2 SETTINGS_ENABLE_PUSH of 2", ProtocolError, 0, p => p.Settings((Http2SettingId.EnablePush, 2))),
        new("6.5.2 SETTINGS_INITIAL_WINDOW_SIZE of 2^31", FlowControlError, 0,
            p => p.Settings((Http2SettingId.InitialWindowSize, 0x8000_0000))),
        new("6.5.2 SETTINGS_MAX_FRAME_SIZE of 16,383", ProtocolError, 0, p => p.Settings((Http2SettingId.MaxFrameSize, 16_383))),
        new("6.5.2 SETTINGS_MAX_FRAME_SIZE of 2^24", ProtocolError, 0, p => p.Settings((Http2SettingId.MaxFrameSize, 16_777_216))),
        new("6.5.3 acknowledgement of SETTINGS that were not sent", ProtocolError, 0, p => p.Frame(Settings, FrameFlag.Ack, 0)),
        new("6.7 PING on a stream", ProtocolError, 0, p => p.Frame(Ping, 0, 1, new byte[8])),
        new("6.7 PING that is not 8 bytes long", FrameSizeError, 0, p => p.Frame(Ping, 0, 0, new byte[7])),
        new("6.8 GOAWAY on a stream", ProtocolError, 0, p => p.Frame(GoAway, 0, 1, new byte[8])),
        new("6.8 GOAWAY shorter than 8 bytes", FrameSizeError, 0, p => p.Frame(GoAway, 0, 0, new byte[7])),
        new("6.8 GOAWAY with a higher last stream than before", ProtocolError, 0,
            p => p.Frame(GoAway, 0, 0, new byte[8]).Frame(GoAway, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)),
        new("6.9 WINDOW_UPDATE of 0 for the connection", ProtocolError, 0, p => p.WindowUpdate(0, 0)),
        new("6.9 WINDOW_UPDATE of 0 for a stream", ProtocolError, 1, p => p.Begin(1).WindowUpdate(1, 0)),
        new("6.9 WINDOW_UPDATE that is not 4 bytes long", FrameSizeError, 0, p => p.Begin(1).Frame(WindowUpdate, 0, 1, 0, 0, 1)),
        new("6.9 DATA beyond the stream's window", FlowControlError, 1, p => Flood(p.Begin(1), 1, 786_432 + 1)),
        new("6.9.1 the connection's window over 2^31-1", FlowControlError, 0, p => p.WindowUpdate(0, 0x7fff_ffff)),
        new("6.9.1 a stream's window over 2^31-1", FlowControlError, 1, p => p.Begin(1).WindowUpdate(1, 0x7fff_ffff)),
        new("6.9.2 SETTINGS that make a window larger than 2^31-1", FlowControlError, 0,
            p => p.Begin(1).WindowUpdate(1, 0x7fff_0000).Settings((Http2SettingId.InitialWindowSize, 0x7fff_ffff))),
        new("6.10 CONTINUATION on another stream", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, Part(p)).Frame(Continuation, EndHeaders, 3)),
        new("6.10 CONTINUATION on stream 0", ProtocolError, 0,
            p => p.Frame(Headers, 0, 1, Part(p)).Frame(Continuation, EndHeaders, 0)),
        new("6.10 CONTINUATION after END_HEADERS", ProtocolError, 0, p => p.Begin(1).Frame(Continuation, EndHeaders, 1)),
        new("6.10 CONTINUATION after DATA", ProtocolError, 0, p => p.Begin(1).Data(1, 1).Frame(Continuation, EndHeaders, 1)),
    ];

    /// <summary>The beginning of a field block.</summary>
    private static byte[] Part(RawPeer peer) => peer.Block(peer.PlaysClient ? ":method=GET" : ":status=200");

    internal static RawPeer Flood(RawPeer peer, int stream, int bytes)
    {
        for (; bytes > 0; bytes -= 16_384)
        {
            peer.Data(stream, Math.Min(bytes, 16_384));
        }

        return peer;
    }
}
