using Fathom.Mediator.Certificates;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>Mutual TLS by a node's certificates: nodes of its network are spoken to, in both directions, and nobody else.</summary>
/// <param name="certificates">The node's own; not disposed with the node.</param>
public sealed class CertificateTls(NodeCertificates certificates) : INodeTls
{
    /// <inheritdoc/>
    public IReadOnlyList<ServiceDefinition> Services => certificates.Services;

    /// <inheritdoc/>
    public NativeHostTls? ForHost() => certificates.HostTls;

    /// <inheritdoc/>
    public NativeHostOptions Secure(NativeHostOptions options) => Secure(certificates, options);

    /// <inheritdoc/>
    public ChannelTls? ForRemote(string remote) => certificates.ChannelTls();

    // What is said of a connection is said once, by who knows why it was refused.
    internal static NativeHostOptions Secure(NodeCertificates certificates, NativeHostOptions options) =>
        certificates.Secure(options with { ConnectionFailed = null });
}
