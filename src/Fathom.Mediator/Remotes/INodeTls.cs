using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>The TLS of a node, both ways. <see cref="ForRemote"/> is asked when the node is made, all else when it starts.</summary>
public interface INodeTls
{
    /// <summary>What the node serves for its TLS beside its messages, such as the renewal of other nodes' certificates; nothing by
    /// default.</summary>
    IReadOnlyList<ServiceDefinition> Services => [];

    /// <summary>What the node shows and asks for where it listens; null: no TLS there.</summary>
    NativeHostTls? ForHost();

    /// <summary>The options of the node's host with this TLS, and with what is said of who is refused, if that is more than the node itself
    /// would say.</summary>
    NativeHostOptions Secure(NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options with { Tls = ForHost() };
    }

    /// <summary>Whom the node trusts, and shows itself as, where it reaches a remote; null: no TLS there.</summary>
    /// <param name="remote">The remote's name in the settings.</param>
    ChannelTls? ForRemote(string remote);
}
