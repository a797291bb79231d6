namespace Fathom.Wire.Grpc;

/// <summary>The HTTP/2 error codes gRPC gives a meaning of its own (RFC 9113, section 7).</summary>
internal static class Http2ErrorCodes
{
    /// <summary>NO_ERROR: the stream is no longer needed.</summary>
    public const uint NoError = 0x0;

    /// <summary>INTERNAL_ERROR.</summary>
    public const uint InternalError = 0x2;

    /// <summary>REFUSED_STREAM: nothing was processed.</summary>
    public const uint RefusedStream = 0x7;

    /// <summary>CANCEL: the sender of RST_STREAM no longer wants the stream.</summary>
    public const uint Cancel = 0x8;

    /// <summary>ENHANCE_YOUR_CALM: the peer causes too much load.</summary>
    public const uint EnhanceYourCalm = 0xb;

    /// <summary>INADEQUATE_SECURITY: the transport is too weak.</summary>
    public const uint InadequateSecurity = 0xc;

    /// <summary>HTTP_1_1_REQUIRED, the last code the RFC defines.</summary>
    public const uint Http11Required = 0xd;
}
