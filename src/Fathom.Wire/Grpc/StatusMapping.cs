namespace Fathom.Wire.Grpc;

/// <summary>The gRPC status of calls that ended without one.</summary>
internal static class StatusMapping
{
    /// <summary>Status for an HTTP status without <c>grpc-status</c> (gRPC doc/http-grpc-status-mapping.md).</summary>
    public static StatusCode FromHttpStatus(int httpStatus) => httpStatus switch
    {
        400 => StatusCode.Internal,
        401 => StatusCode.Unauthenticated,
        403 => StatusCode.PermissionDenied,
        404 => StatusCode.Unimplemented,
        429 or 502 or 503 or 504 => StatusCode.Unavailable,
        _ => StatusCode.Unknown,
    };

    /// <summary>
    /// Status for a stream that ended by RST_STREAM or GOAWAY with <paramref name="errorCode"/> (gRPC
    /// doc/PROTOCOL-HTTP2.md, "Errors"). Codes the table leaves out, STREAM_CLOSED and HTTP_1_1_REQUIRED, read as
    /// Internal like their neighbours; codes no RFC defines as Unknown.
    /// </summary>
    public static StatusCode FromHttp2Error(uint errorCode) => errorCode switch
    {
        Http2ErrorCodes.RefusedStream => StatusCode.Unavailable,
        Http2ErrorCodes.Cancel => StatusCode.Cancelled,
        Http2ErrorCodes.EnhanceYourCalm => StatusCode.ResourceExhausted,
        Http2ErrorCodes.InadequateSecurity => StatusCode.PermissionDenied,
        <= Http2ErrorCodes.Http11Required => StatusCode.Internal,
        _ => StatusCode.Unknown,
    };
}
