namespace Fathom.Wire.Http2;

/// <summary>How a stream ended.</summary>
internal enum Http2StreamEndKind : byte
{
    /// <summary>Both sides sent END_STREAM.</summary>
    Completed = 0,
    /// <summary>The peer sent RST_STREAM.</summary>
    ResetByPeer,
    /// <summary>The transport reset the stream.</summary>
    ResetLocally,
    /// <summary>The engine reset the stream because the peer violated the protocol.</summary>
    PeerViolation,
    /// <summary>The peer's GOAWAY excludes this stream: it was not processed.</summary>
    RefusedByGoAway,
    /// <summary>The connection ended.</summary>
    ConnectionEnded,
}

/// <summary>How a stream ended, with the error code sent or received.</summary>
/// <param name="Kind">How it ended.</param>
/// <param name="Code">The code; <see cref="Http2ErrorCode.NoError"/> for <see cref="Http2StreamEndKind.Completed"/>.</param>
internal readonly record struct Http2StreamEnd(Http2StreamEndKind Kind, Http2ErrorCode Code)
{
    /// <summary>Whether the peer has not processed the stream, so that a retry is safe (RFC 9113 section 8.7).</summary>
    public bool IsSafeToRetry => Kind == Http2StreamEndKind.RefusedByGoAway
        || (Kind == Http2StreamEndKind.ResetByPeer && Code == Http2ErrorCode.RefusedStream);
}

/// <summary>How a connection ended.</summary>
/// <param name="ByPeer">Whether the peer ended it or the transport lost it; otherwise this side ended it.</param>
/// <param name="Code">The code sent or received.</param>
/// <param name="Reason">The reason, in words.</param>
internal readonly record struct Http2ConnectionEnd(bool ByPeer, Http2ErrorCode Code, string Reason);
