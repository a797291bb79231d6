using Fathom.Mediator.Remotes;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Mediator;

/// <summary>The host of a node without the mediator: the same host with the same options, and one service.</summary>
internal static class BareHost
{
    public static NativeHost Start(NodeArguments arguments, INodeTls tls) =>
        NativeHost.Start([MirrorHost.Define(new Mirror())], new NativeHostOptions
    {
        Bind = arguments.Bind,
        Port = arguments.Port,
        Tls = tls.ForHost(),
        // As a node's are.
        Handlers = HandlerScheduling.ThreadPool,
        Server = new ServerOptions { MaxReceiveMessageSize = arguments.MaxMessage, MaxSendMessageSize = arguments.MaxMessage },
    });
}
