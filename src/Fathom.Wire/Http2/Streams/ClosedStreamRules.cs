namespace Fathom.Wire.Http2.Streams;

/// <summary>What a HEADERS or DATA frame means on a stream that is not open (RFC 9113 sections 5.1 and 5.1.1).</summary>
internal static class ClosedStreamRules
{
    /// <summary>A connection error, or none where the frame is late and only to be discarded.</summary>
    public static Http2Fault Check(StreamTable streams, int id)
    {
        if (streams.IsIdle(id))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "5.1: frame on an idle stream");
        }

        return streams.FindClosed(id) switch
        {
            ClosedStreamKind.Reset => Http2Fault.None,
            ClosedStreamKind.Skipped => Http2Fault.Connection(Http2ErrorCode.ProtocolError, "5.1.1: stream lower than one opened before"),
            _ => Http2Fault.Connection(Http2ErrorCode.StreamClosed, "5.1: frame on a closed stream"),
        };
    }
}
