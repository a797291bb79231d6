using System.Net;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Kestrel;

/// <summary>Where and how a Kestrel host listens.</summary>
public sealed record KestrelHostOptions
{
    /// <summary>The address to bind; default: loopback.</summary>
    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    /// <summary>The TCP port; 0 takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>The certificate with its private key to show; null: HTTP/2 without TLS, by prior knowledge. The host disposes it.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>First flow-control window of a stream, in bytes; null: Kestrel's default.</summary>
    public int? StreamWindow { get; init; }

    /// <summary>First flow-control window of a connection, in bytes; null: Kestrel's default.</summary>
    public int? ConnectionWindow { get; init; }

    /// <summary>What the server accepts and tells.</summary>
    public ServerOptions Server { get; init; } = new();
}
