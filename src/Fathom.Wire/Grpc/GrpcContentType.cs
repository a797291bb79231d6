namespace Fathom.Wire.Grpc;

/// <summary>The content type of gRPC over HTTP/2.</summary>
internal static class GrpcContentType
{
    /// <summary>The content type that is sent: <c>application/grpc</c>.</summary>
    public const string Value = "application/grpc";

    /// <summary>
    /// Returns whether <paramref name="contentType"/> is gRPC: <c>application/grpc</c>, alone or followed by <c>+format</c> or
    /// <c>;parameter</c>. <c>application/grpc-web</c> is a different protocol and is not accepted.
    /// </summary>
    public static bool IsGrpc(string? contentType)
    {
        if (contentType is null || !contentType.StartsWith(Value, StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        return contentType.Length == Value.Length || contentType[Value.Length] is '+' or ';' or ' ';
    }
}
