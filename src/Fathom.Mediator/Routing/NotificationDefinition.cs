using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A type of notification, one unary gRPC method of its own.</summary>
internal sealed class NotificationDefinition<TNotification>(string service) : MessageDefinition(typeof(TNotification), service, null)
    where TNotification : class, INotification, IContract<TNotification>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Publish";

    private readonly Method<TNotification, Empty> _method =
        new(MethodKind.Unary, service, MethodName, new ContractMarshaller<TNotification>(ofRequests: true),
            new ContractMarshaller<Empty>(ofRequests: false));

    public override MessageRoute Route(RouteContext node, List<string> faults)
    {
        var scopes = new HandlerScopes(node.Services);
        List<NotificationHandlerDelegate<TNotification>> handlers = [];
        foreach (var source in node.Handlers.Of<INotificationHandler<TNotification>>())
        {
            CheckServices(source, node, faults);
            NotificationHandlerDelegate<TNotification> handle = source.Shared is { } shared
                ? shared.HandleAsync
                : new ScopedNotification<TNotification>(source.Make!, scopes).HandleAsync;
            handlers.Add(BehaviorRegistry.AroundNotification(node.Behaviors.Handling, handle, node.Services ?? NoServices.Instance));
        }

        return new NotificationRoute<TNotification>(
            _method,
            new NotificationHandlers<TNotification>(handlers, node.Time),
            new NotificationForwarder<TNotification>(_method, node),
            node);
    }
}
