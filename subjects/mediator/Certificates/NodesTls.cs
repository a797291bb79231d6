using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Mediator.Certificates;

/// <summary>Mutual TLS between those whom one root signed.</summary>
/// <param name="root">Whom both trust.</param>
/// <param name="own">What this process shows.</param>
internal sealed class NodesTls(X509Certificate2 root, X509Certificate2 own) : INodeTls
{
    public NativeHostTls ForHost() => new() { Certificate = own, ClientRoots = [root] };

    public ChannelTls ForRemote(string remote) => new() { TrustedRoots = [root], ClientCertificate = own };
}
