namespace Fathom.Wire.Http2;

/// <summary>The scope of a protocol error (RFC 9113 section 5.4).</summary>
internal enum Http2FaultScope : byte
{
    /// <summary>No error.</summary>
    None = 0,
    /// <summary>A stream error, which ends one stream with RST_STREAM.</summary>
    Stream,
    /// <summary>A connection error, which ends the connection with GOAWAY.</summary>
    Connection,
}

/// <summary>A protocol violation by the peer.</summary>
/// <param name="Scope">Whether it ends the stream or the connection.</param>
/// <param name="Code">The error code to send.</param>
/// <param name="Reason">The rule or limit that was violated. Sent as GOAWAY debug data; never contains bytes of the peer.</param>
internal readonly record struct Http2Fault(Http2FaultScope Scope, Http2ErrorCode Code, string Reason)
{
    /// <summary>No violation.</summary>
    public static Http2Fault None => default;

    /// <summary>Whether there is no violation.</summary>
    public bool IsNone => Scope == Http2FaultScope.None;

    /// <summary>Creates a connection error.</summary>
    public static Http2Fault Connection(Http2ErrorCode code, string reason) => new(Http2FaultScope.Connection, code, reason);

    /// <summary>Creates a stream error.</summary>
    public static Http2Fault Stream(Http2ErrorCode code, string reason) => new(Http2FaultScope.Stream, code, reason);

    /// <summary>Creates a connection error ENHANCE_YOUR_CALM for an exceeded limit of <see cref="Http2Limits"/>.</summary>
    public static Http2Fault LimitExceeded(string limit) => new(Http2FaultScope.Connection, Http2ErrorCode.EnhanceYourCalm, limit);
}
