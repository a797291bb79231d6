using Fathom.Wire.Http2;

namespace Fathom.Wire.Grpc;

/// <summary>The gRPC status of calls that ended without <c>grpc-status</c>.</summary>
internal static class StatusMapping
{
    /// <summary>Returns the status for an HTTP status without <c>grpc-status</c> (gRPC doc/http-grpc-status-mapping.md).</summary>
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
    /// Returns the status for a stream that ended with <paramref name="errorCode"/> in RST_STREAM or GOAWAY (gRPC doc/PROTOCOL-HTTP2.md,
    /// "Errors"). STREAM_CLOSED and HTTP_1_1_REQUIRED, which that table omits, are Internal like the codes around them. Codes that no RFC
    /// defines are Unknown.
    /// </summary>
    public static StatusCode FromHttp2Error(uint errorCode) => (Http2ErrorCode)errorCode switch
    {
        Http2ErrorCode.RefusedStream => StatusCode.Unavailable,
        Http2ErrorCode.Cancel => StatusCode.Cancelled,
        Http2ErrorCode.EnhanceYourCalm => StatusCode.ResourceExhausted,
        Http2ErrorCode.InadequateSecurity => StatusCode.PermissionDenied,
        <= Http2ErrorCode.Http11Required => StatusCode.Internal,
        _ => StatusCode.Unknown,
    };
}
