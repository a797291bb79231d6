using System.Security.Cryptography.X509Certificates;

namespace Fathom.Transport.Server;

/// <summary>
/// Answers GET of one path on a gRPC server's own port, for a browser, a probe or curl: something to look at, small and whole. What it
/// throws is logged by <see cref="ServerOptions.LoggerFactory"/>, and the client gets 500.
/// </summary>
public delegate ValueTask<PageResponse> PageHandler(PageRequest request);

/// <summary>A GET or HEAD of a page.</summary>
/// <param name="Query">The query without the question mark; empty when there is none.</param>
/// <param name="Peer">The address of the client, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>.</param>
/// <param name="ClientCertificate">The accepted certificate of the client (mutual TLS); null when there is none. Belongs to the connection:
/// do not dispose it.</param>
/// <param name="CancellationToken">Cancelled when the client has disconnected.</param>
public sealed record PageRequest(string Query, string Peer, X509Certificate2? ClientCertificate, CancellationToken CancellationToken);

/// <summary>The response of a page.</summary>
/// <param name="StatusCode">The HTTP status code.</param>
/// <param name="ContentType">For example <c>image/svg+xml</c>.</param>
/// <param name="Body">The whole body; not sent for HEAD.</param>
public sealed record PageResponse(int StatusCode, string ContentType, ReadOnlyMemory<byte> Body);
