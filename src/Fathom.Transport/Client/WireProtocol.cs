namespace Fathom.Transport.Client;

/// <summary>The protocol of calls.</summary>
public enum WireProtocol
{
    /// <summary>gRPC over HTTP/2 (gRPC doc/PROTOCOL-HTTP2.md).</summary>
    Grpc = 0,

    /// <summary>gRPC-Web over HTTP/2, binary (gRPC doc/PROTOCOL-WEB.md): for servers behind proxies that do not pass trailers on.</summary>
    GrpcWeb,
}
