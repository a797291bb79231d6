using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>No TLS on any hop: whoever is on the network reads along, and whoever reaches the port is answered.</summary>
public sealed class NoTls : INodeTls
{
    /// <inheritdoc/>
    public NativeHostTls? ForHost() => null;

    /// <inheritdoc/>
    public ChannelTls? ForRemote(string remote) => null;
}
