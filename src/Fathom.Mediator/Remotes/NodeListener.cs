using Fathom.Mediator.Settings;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>The port of a node: a native host with the node's settings.</summary>
internal static class NodeListener
{
    /// <summary>Starts listening. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static NativeHost Start(
        NodePlan plan, HostPlan host, IEnumerable<ServiceDefinition> services, IReadOnlyDictionary<string, PageHandler> pages, INodeTls tls,
            ILoggerFactory loggers, TimeProvider time) =>
        NativeHost.Start([.. services, .. tls.Services], tls.Secure(new NativeHostOptions
        {
            Bind = host.Bind,
            Port = host.Port,
            Handlers = host.Handlers,
            Server = new ServerOptions
            {
                MaxReceiveMessageSize = plan.MaxMessageSize,
                MaxSendMessageSize = plan.MaxMessageSize,
                Compression = plan.Responses,
                LoggerFactory = loggers,
                TimeProvider = time,
                Pages = pages,
            },
        }));
}
