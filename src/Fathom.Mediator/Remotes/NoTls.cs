using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>No TLS on any hop. Messages are readable on the network, and the node answers every client that reaches its port.</summary>
public sealed class NoTls : INodeTls
{
    /// <inheritdoc/>
    public NativeHostTls? ForHost() => null;

    /// <inheritdoc/>
    public ChannelTls? ForRemote(string remote, string node) => null;
}
