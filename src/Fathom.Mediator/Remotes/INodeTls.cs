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
    ChannelTls? ForRemote(string remote);
}
