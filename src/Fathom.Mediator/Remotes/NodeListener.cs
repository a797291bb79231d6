using Fathom.Mediator.Settings;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>How a node listens for others: the native host with the settings of the node.</summary>
internal static class NodeListener
{
    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static NativeHost Start(NodePlan plan, HostPlan host, IEnumerable<ServiceDefinition> services, NativeHostTls? tls, ILogger logger, TimeProvider time) =>
        NativeHost.Start(services, new NativeHostOptions
        {
            Bind = host.Bind,
            Port = host.Port,
            Tls = tls,
            Handlers = host.Handlers,
            ConnectionFailed = (peer, reason) => NodeLog.ConnectionFailed(logger, peer, reason),
            Server = new ServerOptions
            {
                MaxReceiveMessageSize = plan.MaxMessageSize,
                MaxSendMessageSize = plan.MaxMessageSize,
                Compression = plan.Responses,
                Logger = logger,
                TimeProvider = time,
                HandlerFailed = (method, error) => NodeLog.CallFailed(logger, method, error),
            },
        });
}
