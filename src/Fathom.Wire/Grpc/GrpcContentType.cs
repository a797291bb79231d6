namespace Fathom.Wire.Grpc;

/// <summary>The content type of gRPC over HTTP/2.</summary>
internal static class GrpcContentType
{
    /// <summary>The content type that is sent: <c>application/grpc</c>.</summary>
    public const string Value = "application/grpc";

    /// <summary>The content type of binary gRPC-Web: <c>application/grpc-web+proto</c> (gRPC doc/PROTOCOL-WEB.md).</summary>
    public const string Web = "application/grpc-web+proto";

    private const string WebPrefix = "application/grpc-web";

    /// <summary>
    /// Returns whether <paramref name="contentType"/> is gRPC: <c>application/grpc</c>, alone or followed by <c>+format</c> or
    /// <c>;parameter</c>. <c>application/grpc-web</c> is a different protocol and is not accepted.
    /// </summary>
    public static bool IsGrpc(string? contentType) => Is(contentType, Value);

    /// <summary>Returns whether <paramref name="contentType"/> is binary gRPC-Web.</summary>
    public static bool IsWeb(string? contentType) => Is(contentType, WebPrefix);

    private static bool Is(string? contentType, string value) =>
        contentType is not null && contentType.StartsWith(value, StringComparison.OrdinalIgnoreCase)
            && (contentType.Length == value.Length || contentType[value.Length] is '+' or ';' or ' ');
}
