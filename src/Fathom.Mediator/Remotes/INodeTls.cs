using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>The TLS of a node, as server and as client. <see cref="ForRemote"/> is called when the node is created, all else when it
/// starts.</summary>
public interface INodeTls
{
    /// <summary>Services that the node hosts for its TLS, such as the renewal of other nodes' certificates. None by default.</summary>
    IReadOnlyList<ServiceDefinition> Services => [];

    /// <summary>Server TLS of the node; null: none.</summary>
    NativeHostTls? ForHost();

    /// <summary>Adds this TLS to the options of the node's host, and optionally its own handling of refused connections.</summary>
    NativeHostOptions Secure(NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options with { Tls = ForHost() };
    }

    /// <summary>Client TLS for a remote; null: none.</summary>
    /// <param name="remote">The remote's name in the settings.</param>
    /// <param name="node">The name that the node's certificate must have: <c>Remotes:NAME:Node</c>.</param>
    ChannelTls? ForRemote(string remote, string node);

    /// <summary>The age at which a connection to a remote is replaced by a new one, before a certificate of it expires; null, the default:
    /// never. Called once the node has started.</summary>
    TimeSpan? MaxConnectionAge => null;
}
