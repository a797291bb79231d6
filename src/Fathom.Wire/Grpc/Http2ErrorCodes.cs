namespace Fathom.Wire.Grpc;

/// <summary>The HTTP/2 error codes that gRPC maps to a specific status (RFC 9113 section 7).</summary>
internal static class Http2ErrorCodes
{
    /// <summary>NO_ERROR: the stream is no longer needed.</summary>
    public const uint NoError = 0x0;

    /// <summary>INTERNAL_ERROR.</summary>
    public const uint InternalError = 0x2;

    /// <summary>REFUSED_STREAM: the request was not processed.</summary>
    public const uint RefusedStream = 0x7;

    /// <summary>CANCEL: the stream is no longer needed.</summary>
    public const uint Cancel = 0x8;

    /// <summary>ENHANCE_YOUR_CALM: the peer generates excessive load.</summary>
    public const uint EnhanceYourCalm = 0xb;

    /// <summary>INADEQUATE_SECURITY: the transport does not meet minimum security requirements.</summary>
    public const uint InadequateSecurity = 0xc;

    /// <summary>HTTP_1_1_REQUIRED, the last code that the RFC defines.</summary>
    public const uint Http11Required = 0xd;
}
