using System.Security.Cryptography.X509Certificates;

namespace Fathom.Transport.Server;

/// <summary>
/// Answers GET of one path on a gRPC server's own port, for a browser, a probe or curl: something to look at, small and whole. What it
/// throws is logged by <see cref="ServerOptions.LoggerFactory"/>, and the client gets 500.
/// </summary>
public delegate ValueTask<PageResponse> PageHandler(PageRequest request);

/// <summary>A GET or HEAD of a page.</summary>
/// <param name="Query">What follows the question mark in the path; empty where there is none.</param>
/// <param name="Peer">Who asks, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>.</param>
/// <param name="ClientCertificate">The certificate the client has shown, and that was accepted (mutual TLS); null: none. The connection's:
/// not to be disposed.</param>
/// <param name="CancellationToken">Cancelled when the client is gone.</param>
public sealed record PageRequest(string Query, string Peer, X509Certificate2? ClientCertificate, CancellationToken CancellationToken);

/// <summary>What a page answers.</summary>
/// <param name="StatusCode">Of HTTP.</param>
/// <param name="ContentType">As in <c>image/svg+xml</c>.</param>
/// <param name="Body">The whole of it; left away for HEAD.</param>
public sealed record PageResponse(int StatusCode, string ContentType, ReadOnlyMemory<byte> Body);
