namespace Fathom.Wire.Grpc;

/// <summary>The content type of gRPC over HTTP/2.</summary>
internal static class GrpcContentType
{
    /// <summary>What is sent: <c>application/grpc</c>.</summary>
    public const string Value = "application/grpc";

    /// <summary>
    /// Whether <paramref name="contentType"/> is gRPC: <c>application/grpc</c>, alone or followed by <c>+format</c> or
    /// <c>;parameter</c>; not <c>application/grpc-web</c>, which is another protocol.
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
