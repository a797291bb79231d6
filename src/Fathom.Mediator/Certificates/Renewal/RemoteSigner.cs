using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>Has the keys of a node that joined signed by the member that issues certificates, over mutual TLS. Holds nothing between two
/// renewals.</summary>
internal sealed class RemoteSigner(Uri issuer, ChannelTls tls) : INodeSigner
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public async ValueTask<NodeCertificateChains> SignAsync(
        NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token)
    {
        await using var channel = new NativeChannel(new ChannelOptions { Address = issuer, Tls = tls });
        return SignedCertificatesMapper.Read(await new RenewalClient(channel).RenewAsync(
            new RenewalRequest(node.Hosts, serverRequest, clientRequest),
                new CallOptions { Deadline = Deadline.After(Patience), CancellationToken = token }));
    }
}
