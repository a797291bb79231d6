namespace Fathom.Wire.Http2;

/// <summary>Error codes of RST_STREAM and GOAWAY (RFC 9113 section 7). Other received values are not an error.</summary>
internal enum Http2ErrorCode : uint
{
    /// <summary>Not an error: graceful shutdown.</summary>
    NoError = 0x0,
    /// <summary>A protocol violation without a more specific code.</summary>
    ProtocolError = 0x1,
    /// <summary>An internal error of the endpoint.</summary>
    InternalError = 0x2,
    /// <summary>The peer violated flow control.</summary>
    FlowControlError = 0x3,
    /// <summary>SETTINGS were not acknowledged in time.</summary>
    SettingsTimeout = 0x4,
    /// <summary>A frame arrived after its stream was half-closed.</summary>
    StreamClosed = 0x5,
    /// <summary>A frame has an invalid size.</summary>
    FrameSizeError = 0x6,
    /// <summary>The stream was refused before any processing, so a retry is safe.</summary>
    RefusedStream = 0x7,
    /// <summary>The stream is no longer needed.</summary>
    Cancel = 0x8,
    /// <summary>The field compression context cannot be maintained.</summary>
    CompressionError = 0x9,
    /// <summary>The TCP connection of a CONNECT request was reset or closed abnormally.</summary>
    ConnectError = 0xa,
    /// <summary>The peer generates excessive load.</summary>
    EnhanceYourCalm = 0xb,
    /// <summary>The transport does not meet minimum security requirements.</summary>
    InadequateSecurity = 0xc,
    /// <summary>HTTP/1.1 is required.</summary>
    Http11Required = 0xd,
}
