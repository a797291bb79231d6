namespace Fathom.Wire.Http2.Framing;

/// <summary>Frame types of RFC 9113 section 6. Others may arrive and are ignored (section 5.5).</summary>
internal enum Http2FrameType : byte
{
    /// <summary>Bytes of a stream.</summary>
    Data = 0x0,
    /// <summary>Opens a stream, or carries trailers.</summary>
    Headers = 0x1,
    /// <summary>Deprecated; parsed and ignored (section 5.3.2).</summary>
    Priority = 0x2,
    /// <summary>Ends a stream at once.</summary>
    RstStream = 0x3,
    /// <summary>Configuration, or its acknowledgement.</summary>
    Settings = 0x4,
    /// <summary>A promise of push, which this engine switches off.</summary>
    PushPromise = 0x5,
    /// <summary>Measures a round trip, or answers.</summary>
    Ping = 0x6,
    /// <summary>Ends a connection.</summary>
    GoAway = 0x7,
    /// <summary>Flow-control credit.</summary>
    WindowUpdate = 0x8,
    /// <summary>The rest of a field block.</summary>
    Continuation = 0x9,
}
