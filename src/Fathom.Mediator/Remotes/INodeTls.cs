using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>The TLS of a node, both ways. Asked when the node starts.</summary>
public interface INodeTls
{
    /// <summary>What the node serves for its TLS beside its messages, such as the renewal of other nodes' certificates; nothing by default.</summary>
    IReadOnlyList<ServiceDefinition> Services => [];

    /// <summary>What the node shows and asks for where it listens; null: no TLS there.</summary>
    NativeHostTls? ForHost();

    /// <summary>Whom the node trusts, and shows itself as, where it reaches a remote; null: no TLS there.</summary>
    /// <param name="remote">The remote's name in the settings.</param>
    ChannelTls? ForRemote(string remote);
}
