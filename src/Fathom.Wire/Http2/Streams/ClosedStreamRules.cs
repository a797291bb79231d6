namespace Fathom.Wire.Http2.Streams;

/// <summary>Validates HEADERS and DATA frames on streams that are not open (RFC 9113 sections 5.1 and 5.1.1).</summary>
internal static class ClosedStreamRules
{
    /// <summary>Returns a connection error, or <see cref="Http2Fault.None"/> for a late frame, which is discarded.</summary>
    public static Http2Fault Check(StreamTable streams, int id)
    {
        if (streams.IsIdle(id))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "5.1: frame on an idle stream");
        }

        return streams.FindClosed(id) switch
        {
            ClosedStreamKind.Reset => Http2Fault.None,
            ClosedStreamKind.Skipped => Http2Fault.Connection(Http2ErrorCode.ProtocolError, "5.1.1: identifier lower than an earlier one"),
            _ => Http2Fault.Connection(Http2ErrorCode.StreamClosed, "5.1: frame on a closed stream"),
        };
    }
}
