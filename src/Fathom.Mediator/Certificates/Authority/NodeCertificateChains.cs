using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>What a node gets: the root, and its two certificates, each with those above it short of the root, the node's own
/// first.</summary>
internal sealed record NodeCertificateChains(X509Certificate2 Root, X509Certificate2Collection Server, X509Certificate2Collection Client);

/// <summary>Signs the keys of a node: the authority in this folder, or the member that this node joined by.</summary>
internal interface INodeSigner
{
    /// <summary>Signs the keys of two signing requests for a node.</summary>
    ValueTask<NodeCertificateChains> SignAsync(NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token);
}
