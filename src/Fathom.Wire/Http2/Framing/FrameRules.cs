namespace Fathom.Wire.Http2.Framing;

/// <summary>
/// Validates what a frame header shows by itself: length and stream identifier (RFC 9113 sections 4.2 and 6.1 to 6.10).
/// <see cref="FrameReader"/> checks the maximum frame size, before it buffers the payload.
/// </summary>
internal static class FrameRules
{
    /// <summary>Returns the violation of a frame header, or <see cref="Http2Fault.None"/>.</summary>
    public static Http2Fault Check(in FrameHeader header) => header.Type switch
    {
        Http2FrameType.Data => OnStream(header, "6.1: DATA on stream 0"),
        Http2FrameType.Headers => OnStream(header, "6.2: HEADERS on stream 0"),
        Http2FrameType.Continuation => OnStream(header, "6.10: CONTINUATION on stream 0"),
        Http2FrameType.Priority => OnStream(header, "6.3: PRIORITY on stream 0") is { IsNone: false } fault ? fault
            : header.Length == 5 ? Http2Fault.None : Http2Fault.Stream(Http2ErrorCode.FrameSizeError, "6.3: PRIORITY is not 5 bytes long"),
        Http2FrameType.RstStream => OnStream(header, "6.4: RST_STREAM on stream 0") is { IsNone: false } fault ? fault
            : Length(header.Length == 4, "6.4: RST_STREAM is not 4 bytes long"),
        Http2FrameType.Settings => OnConnection(header, "6.5: SETTINGS on a stream") is { IsNone: false } fault ? fault
            : header.Has(FrameFlag.Ack) ? Length(header.Length == 0, "6.5: SETTINGS acknowledgement with a payload")
            : Length(header.Length % 6 == 0, "6.5: length of SETTINGS is not a multiple of 6"),
        Http2FrameType.Ping => OnConnection(header, "6.7: PING on a stream") is { IsNone: false } fault ? fault
            : Length(header.Length == 8, "6.7: PING is not 8 bytes long"),
        Http2FrameType.GoAway => OnConnection(header, "6.8: GOAWAY on a stream") is { IsNone: false } fault ? fault
            : Length(header.Length >= 8, "6.8: GOAWAY is shorter than 8 bytes"),
        Http2FrameType.WindowUpdate => Length(header.Length == 4, "6.9: WINDOW_UPDATE is not 4 bytes long"),
        _ => Http2Fault.None,
    };

    private static Http2Fault OnStream(in FrameHeader header, string reason) =>
        header.StreamId != 0 ? Http2Fault.None : Http2Fault.Connection(Http2ErrorCode.ProtocolError, reason);

    private static Http2Fault OnConnection(in FrameHeader header, string reason) =>
        header.StreamId == 0 ? Http2Fault.None : Http2Fault.Connection(Http2ErrorCode.ProtocolError, reason);

    private static Http2Fault Length(bool holds, string reason) =>
        holds ? Http2Fault.None : Http2Fault.Connection(Http2ErrorCode.FrameSizeError, reason);
}
