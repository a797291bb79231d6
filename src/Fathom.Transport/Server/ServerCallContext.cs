using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>The context of a call for its handler. Valid until the handler returns.</summary>
public abstract class ServerCallContext
{
    /// <summary>The path of the method, <c>/service/name</c>.</summary>
    public abstract string Method { get; }

    /// <summary>The address of the client, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>.</summary>
    public abstract string Peer { get; }

    /// <summary>The accepted certificate of the client (mutual TLS); null when there is none. Belongs to the connection: do not dispose
    /// it.</summary>
    public virtual X509Certificate2? ClientCertificate => null;

    /// <summary>The metadata of the request. Throws <see cref="RpcException"/> with Internal when a binary value is not base64.</summary>
    public abstract Metadata RequestHeaders { get; }

    /// <summary>The metadata sent at the end of the call. Left out, and the status says so, when the client accepts no header list of that
    /// size (SETTINGS_MAX_HEADER_LIST_SIZE, RFC 9113 section 6.5.2).</summary>
    public abstract Metadata ResponseTrailers { get; }

    /// <summary>The status of the call when the handler does not throw. Default OK; with another status a single response is not
    /// sent.</summary>
    public Status Status { get; set; }

    /// <summary>
    /// Compression of the responses. Set it before the first response or <see cref="WriteResponseHeadersAsync"/>;
    /// <c>grpc-internal-encoding-request</c> in the response metadata has the same effect. A client that does not accept the codec gets
    /// plain responses. Default null: <see cref="ServerOptions.Compression"/>. Throws <see cref="InvalidOperationException"/> when the
    /// response has started.
    /// </summary>
    public abstract MessageCompression? ResponseCompression { get; set; }

    /// <summary>Flags for all responses written from now on.</summary>
    public WriteFlags WriteFlags { get; set; }

    /// <summary>The deadline of the client; null when it has none.</summary>
    public abstract Deadline? Deadline { get; }

    /// <summary>Cancelled when the client has disconnected or cancelled, or the deadline has passed.</summary>
    public abstract CancellationToken CancellationToken { get; }

    /// <summary>Sends the response headers with metadata, before the first message and at most once. Without it, headers are sent with the
    /// first message. Throws <see cref="RpcException"/> with ResourceExhausted when the client accepts no header list of that size
    /// (SETTINGS_MAX_HEADER_LIST_SIZE, RFC 9113 section 6.5.2).</summary>
    public abstract ValueTask WriteResponseHeadersAsync(Metadata headers);
}
