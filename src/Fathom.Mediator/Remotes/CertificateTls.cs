using Fathom.Mediator.Certificates;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>Mutual TLS with a node's certificates. It accepts only nodes of the same network, in both directions.</summary>
/// <param name="certificates">The node's certificates. The node does not dispose them.</param>
public sealed class CertificateTls(NodeCertificates certificates) : INodeTls
{
    /// <inheritdoc/>
    public IReadOnlyList<ServiceDefinition> Services => certificates.Services;

    /// <inheritdoc/>
    public NativeHostTls? ForHost() => certificates.HostTls;

    /// <inheritdoc/>
    public NativeHostOptions Secure(NativeHostOptions options) => certificates.Secure(options);

    /// <inheritdoc/>
    public TimeSpan? MaxConnectionAge => certificates.MaxConnectionAge;

    /// <inheritdoc/>
    public ChannelTls? ForRemote(string remote, string node) => certificates.ChannelTls(node);
}
