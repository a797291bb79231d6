using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Trust;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>
/// A node's certificates as TLS takes them: loaded and put together once, used by every connection until a renewal puts others in their
/// place. Immutable; what a handshake that is under way still uses is not disposed, but left to the collector.
/// </summary>
internal sealed class NodeCredentials(NodeFiles files)
{
    private readonly SslStreamCertificateContext _server = ContextOf(files.Server.Certificate, files.Server.Above);
    private readonly SslStreamCertificateContext _client = ContextOf(files.Client.Certificate, files.Client.Above);

    public NodeFiles Files => files;

    /// <summary>What a connection to a node is made of.</summary>
    /// <param name="node">The only node that may answer; null: any of the network.</param>
    /// <param name="time">The clock that certificates are judged by.</param>
    /// <param name="logger">Told of a server that is refused.</param>
    public SslClientAuthenticationOptions ForOutgoing(string? node, TimeProvider time, ILogger logger) => new()
    {
        ClientCertificateContext = _client,
        CertificateChainPolicy = ChainRules.For(files.Root, CertificatePurpose.Server, time.GetUtcNow()),
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
        {
            var fault = ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Server, node);
            if (fault is not null)
            {
                CertificateLog.RefusedServer(logger, fault);
            }

            return Admit(fault);
        },
    };

    /// <summary>What a connection to a server of a root is made of, by one who has no certificate yet.</summary>
    public static SslClientAuthenticationOptions ForJoining(X509Certificate2 root, TimeProvider time) => new()
    {
        CertificateChainPolicy = ChainRules.For(root, CertificatePurpose.Server, time.GetUtcNow()),
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
            Admit(ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Server)),
    };

    /// <summary>What a connection from a node is made of; why one is refused is in the failure of its handshake.</summary>
    public SslServerAuthenticationOptions ForIncoming(TimeProvider time) => new()
    {
        ServerCertificateContext = _server,
        ClientCertificateRequired = true,
        CertificateChainPolicy = ChainRules.For(files.Root, CertificatePurpose.Client, time.GetUtcNow()),

        // A session that is resumed would admit whose certificate has expired meanwhile; nodes connect seldom.
        AllowTlsResume = false,
        RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
            Admit(ChainRules.Fault(certificate as X509Certificate2, chain, CertificatePurpose.Client)),
    };

    /// <summary>What a connection from somebody without a certificate is made of, for joining alone.</summary>
    public SslServerAuthenticationOptions ForEnrollment() => new() { ServerCertificateContext = _server, AllowTlsResume = false };

    // Thrown, the reason becomes that of the handshake's failure; false would leave it without one.
    private static bool Admit(string? fault) => fault is null ? true : throw new AuthenticationException(fault);

    // The chain that is sent is what is in the file: nothing is fetched.
    private static SslStreamCertificateContext ContextOf(X509Certificate2 certificate, X509Certificate2Collection above) =>
        SslStreamCertificateContext.Create(certificate, above, offline: true);
}
