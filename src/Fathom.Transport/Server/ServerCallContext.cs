using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>What a handler sees of its call besides the messages; valid until the handler is done.</summary>
public abstract class ServerCallContext
{
    /// <summary>The method called, <c>/service/name</c>.</summary>
    public abstract string Method { get; }

    /// <summary>Who called, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>.</summary>
    public abstract string Peer { get; }

    /// <summary>The certificate the client has shown, and that was accepted (mutual TLS); null: none. The connection's: not to be
    /// disposed.</summary>
    public virtual X509Certificate2? ClientCertificate => null;

    /// <summary>The client's metadata. Throws <see cref="RpcException"/> with Internal when a binary value is not base64.</summary>
    public abstract Metadata RequestHeaders { get; }

    /// <summary>Metadata to send at the end of the call.</summary>
    public abstract Metadata ResponseTrailers { get; }

    /// <summary>How the call ends if the handler throws nothing; where it is not OK, a single response is not sent.</summary>
    public Status Status { get; set; }

    /// <summary>
    /// How the responses are compressed, before the first or <see cref="WriteResponseHeadersAsync"/>; null: as the server does. A client
    /// that does not accept the codec gets them plain. C-core's <c>grpc-internal-encoding-request</c> among the response's metadata says
    /// the same. Throws
    /// <see cref="InvalidOperationException"/> when the response has started.
    /// </summary>
    public abstract MessageCompression? ResponseCompression { get; set; }

    /// <summary>How all responses from now on are sent.</summary>
    public WriteFlags WriteFlags { get; set; }

    /// <summary>When the client gives up; null: never.</summary>
    public abstract Deadline? Deadline { get; }

    /// <summary>Cancelled when the client is gone or the deadline has passed.</summary>
    public abstract CancellationToken CancellationToken { get; }

    /// <summary>Sends metadata before the first message; once, and not after a message. Otherwise headers go with the first
    /// message.</summary>
    public abstract ValueTask WriteResponseHeadersAsync(Metadata headers);
}
