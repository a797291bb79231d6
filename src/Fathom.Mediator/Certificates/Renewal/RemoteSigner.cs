using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>Requests signatures for a joined node's keys from the founding node, over mutual TLS. Holds no connection between
/// renewals.</summary>
internal sealed class RemoteSigner(Uri issuer, ChannelTls tls) : INodeSigner
{
    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);

    public async ValueTask<NodeCertificateChains> SignAsync(
        NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token)
    {
        await using var channel = new NativeChannel(new ChannelOptions { Address = issuer, Tls = tls });
        return SignedCertificatesMapper.Read(await new RenewalClient(channel).RenewAsync(
            new RenewalRequest(node.Hosts, serverRequest, clientRequest),
                new CallOptions { Deadline = Deadline.After(CallTimeout), CancellationToken = token }));
    }
}
