using Fathom.Mediator.Settings;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>How a node listens for others: the native host with the settings of the node.</summary>
internal static class NodeListener
{
    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static NativeHost Start(
        NodePlan plan, HostPlan host, IEnumerable<ServiceDefinition> services, IReadOnlyDictionary<string, PageHandler> pages, INodeTls tls,
            ILogger logger, TimeProvider time) =>
        NativeHost.Start([.. services, .. tls.Services], tls.Secure(new NativeHostOptions
        {
            Bind = host.Bind,
            Port = host.Port,
            Handlers = host.Handlers,
            ConnectionFailed = (peer, reason) => NodeLog.ConnectionFailed(logger, peer, reason),
            Server = new ServerOptions
            {
                MaxReceiveMessageSize = plan.MaxMessageSize,
                MaxSendMessageSize = plan.MaxMessageSize,
                Compression = plan.Responses,
                Logger = logger,
                TimeProvider = time,
                Pages = pages,
                HandlerFailed = (method, error) => NodeLog.CallFailed(logger, method, error),
            },
        }));
}
