using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>TLS that proves who the server is and asks clients for nothing.</summary>
internal sealed class OneSidedTls(X509Certificate2 own) : INodeTls
{
    public NativeHostTls ForHost() => new() { Certificate = own };

    public ChannelTls ForRemote(string remote, string node) => new() { TrustedRoots = [own] };
}
