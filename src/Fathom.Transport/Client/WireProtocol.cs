namespace Fathom.Transport.Client;

/// <summary>The protocol of calls.</summary>
public enum WireProtocol
{
    /// <summary>gRPC over HTTP/2 (gRPC doc/PROTOCOL-HTTP2.md).</summary>
    Grpc = 0,

    /// <summary>gRPC-Web over HTTP/2, binary (gRPC doc/PROTOCOL-WEB.md): for servers behind proxies that do not pass trailers on.</summary>
    GrpcWeb,

    /// <summary>Binary gRPC-Web over HTTP/1.1 (RFC 9112), with one call at a time on a connection: for servers and proxies without HTTP/2.
    /// There is no PING, so keepalive finds no dead connection, and no flow control: a
    /// call that leaves 64 MiB of its response unread ends.</summary>
    GrpcWebHttp1,
}
