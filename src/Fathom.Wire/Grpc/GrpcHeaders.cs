namespace Fathom.Wire.Grpc;

/// <summary>Names and fixed values of the headers that gRPC sets (gRPC doc/PROTOCOL-HTTP2.md).</summary>
internal static class GrpcHeaders
{
    /// <summary><c>content-type</c>.</summary>
    public const string ContentType = "content-type";

    /// <summary><c>te</c>, always <see cref="Trailers"/>. Detects proxies that drop trailers.</summary>
    public const string Te = "te";

    /// <summary>The value of <see cref="Te"/>.</summary>
    public const string Trailers = "trailers";

    /// <summary><c>grpc-timeout</c>, see <see cref="TimeoutEncoding"/>.</summary>
    public const string Timeout = "grpc-timeout";

    /// <summary><c>grpc-encoding</c>: the encoding of messages with the compressed flag.</summary>
    public const string Encoding = "grpc-encoding";

    /// <summary><c>grpc-accept-encoding</c>: the encodings that the sender can decompress.</summary>
    public const string AcceptEncoding = "grpc-accept-encoding";

    /// <summary><c>grpc-status</c>, see <see cref="StatusCodes"/>.</summary>
    public const string Status = "grpc-status";

    /// <summary><c>grpc-message</c>, see <see cref="StatusMessageEncoding"/>.</summary>
    public const string Message = "grpc-message";

    /// <summary><c>server</c>: the program that answered.</summary>
    public const string Server = "server";

    /// <summary><c>user-agent</c>.</summary>
    public const string UserAgent = "user-agent";

    /// <summary>Returns whether <paramref name="name"/> (lower case) is set by gRPC or HTTP/2 and therefore not allowed in
    /// metadata.</summary>
    public static bool IsReserved(string name) => name switch
    {
        ContentType or Te or Timeout or Encoding or AcceptEncoding or Status or Message => true,
        "host" or "connection" or "keep-alive" or "proxy-connection" or "transfer-encoding" or "upgrade" => true,
        "content-length" or "trailer" => true,
        _ => name.StartsWith(':'),
    };
}
