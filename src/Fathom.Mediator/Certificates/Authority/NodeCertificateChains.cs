using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>The root, and a node's two chains without the root, the node's own certificate first.</summary>
internal sealed record NodeCertificateChains(X509Certificate2 Root, X509Certificate2Collection Server, X509Certificate2Collection Client);

/// <summary>Signs the keys of a node: the authority in this folder, or the founding node of the network it joined.</summary>
internal interface INodeSigner
{
    /// <summary>Signs the keys of two signing requests for a node.</summary>
    ValueTask<NodeCertificateChains> SignAsync(NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token);
}
