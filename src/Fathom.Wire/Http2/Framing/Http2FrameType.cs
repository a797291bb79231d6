namespace Fathom.Wire.Http2.Framing;

/// <summary>Frame types of RFC 9113 section 6. Received frames of other types are ignored (section 5.5).</summary>
internal enum Http2FrameType : byte
{
    /// <summary>Carries data of a stream.</summary>
    Data = 0x0,
    /// <summary>Opens a stream or carries trailers.</summary>
    Headers = 0x1,
    /// <summary>Deprecated; parsed and ignored (section 5.3.2).</summary>
    Priority = 0x2,
    /// <summary>Terminates a stream immediately.</summary>
    RstStream = 0x3,
    /// <summary>Carries configuration parameters or acknowledges them.</summary>
    Settings = 0x4,
    /// <summary>Announces a pushed response. This engine disables push.</summary>
    PushPromise = 0x5,
    /// <summary>Measures a round trip or acknowledges a PING.</summary>
    Ping = 0x6,
    /// <summary>Starts the shutdown of a connection.</summary>
    GoAway = 0x7,
    /// <summary>Adds flow-control credit.</summary>
    WindowUpdate = 0x8,
    /// <summary>Continues a field block.</summary>
    Continuation = 0x9,
}
