using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Trust;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>
/// A node's certificates as TLS options, created once and used by every connection until the next renewal. Immutable. Not disposed: a
/// handshake in progress may still use them, so the garbage collector frees them.
/// </summary>
internal sealed class NodeCredentials(NodeFiles files)
{
    private static readonly TimeSpan MinConnectionAge = TimeSpan.FromSeconds(1);

    private readonly SslStreamCertificateContext _server = ContextOf(files.Server.Certificate, files.Server.Intermediates);
    private readonly SslStreamCertificateContext _client =
        ContextOf(files.Client.Certificate, SentIntermediates.Of(files.Client.Intermediates));

    public NodeFiles Files => files;

    /// <summary>The age at which a connection is replaced: see <see cref="NodeCertificates.MaxConnectionAge"/>.</summary>
    public TimeSpan MaxConnectionAge { get; } = AgeOf(Validity.Of(files.Client.Certificate), files.ExpiresAt);

    /// <summary>When the certificates start to be valid.</summary>
    public DateTimeOffset ValidFrom { get; } = files.ValidFrom;

    /// <summary>The TLS options of a connection to a node.</summary>
    /// <param name="node">The only node that may answer; null: any of the network.</param>
    /// <param name="time">The clock for verification.</param>
    /// <param name="logger">The log for refused servers.</param>
    /// <param name="peers">The node's connections, which refuse what was revoked; null for a tool.</param>
    public SslClientAuthenticationOptions ForOutgoing(string? node, TimeProvider time, ILogger logger, PeerConnections? peers = null) =>
        new()
        {
            ClientCertificateContext = _client,
            CertificateChainPolicy = ChainRules.For(files.Root, CertificatePurpose.Server, time.GetUtcNow()),
            AllowTlsResume = false,
            RemoteCertificateValidationCallback = (connection, certificate, chain, _) =>
            {
                var fault = ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Server, node)
                    ?? peers?.Admit(connection, (X509Certificate2)certificate!);
                if (fault is not null)
                {
                    CertificateLog.RefusedServer(logger, fault);
                }

                return Admit(fault);
            },
        };

    /// <summary>The TLS options of a node that joins, to a server of this root. The node has no certificate yet.</summary>
    public static SslClientAuthenticationOptions ForJoining(X509Certificate2 root, TimeProvider time) => new()
    {
        CertificateChainPolicy = ChainRules.For(root, CertificatePurpose.Server, time.GetUtcNow()),
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
            Admit(ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Server)),
    };

    /// <summary>The TLS options of a connection from a node. The handshake's failure has the reason of a refusal.</summary>
    /// <param name="time">The clock for verification.</param>
    /// <param name="peers">The node's connections, which refuse what was revoked.</param>
    public SslServerAuthenticationOptions ForIncoming(TimeProvider time, PeerConnections peers) => new()
    {
        ServerCertificateContext = _server,
        ClientCertificateRequired = true,
        CertificateChainPolicy = ChainRules.For(files.Root, CertificatePurpose.Client, time.GetUtcNow()),

        // A resumed session would admit an expired certificate. Nodes connect rarely, so resumption saves little.
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (connection, certificate, chain, _) =>
            Admit(ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Client)
                ?? peers.Admit(connection, (X509Certificate2)certificate!)),
    };

    /// <summary>The TLS options of a connection without a client certificate, for enrollment only.</summary>
    /// <param name="connected">Called with each connection, in its handshake.</param>
    public SslServerAuthenticationOptions ForEnrollment(Action<SslStream> connected) => new()
    {
        ServerCertificateContext = _server,
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (connection, certificate, _, _) =>
        {
            connected((SslStream)connection);

            // No certificate is requested: an invitation decides.
            return certificate is null;
        },
    };

    // The exception's message becomes the reason of the handshake's failure; returning false would give none.
    private static bool Admit(string? fault) => fault is null ? true : throw new AuthenticationException(fault);

    // Of a lifetime a third is left when it is renewed, and all of one that is shorter than what is allowed for clocks: it is due at once,
    // and renewed every 10 s.
    private static TimeSpan AgeOf(Validity validity, DateTimeOffset expiresAt)
    {
        var (whole, usable) = ((expiresAt - validity.From) / 8, (expiresAt - validity.Created) / 4);
        var age = whole < usable ? whole : usable;
        return age < MinConnectionAge ? MinConnectionAge : age;
    }

    // Sends the chain in the file and downloads nothing.
    private static SslStreamCertificateContext ContextOf(X509Certificate2 certificate, X509Certificate2Collection intermediates) =>
        SslStreamCertificateContext.Create(certificate, intermediates, offline: true);
}
