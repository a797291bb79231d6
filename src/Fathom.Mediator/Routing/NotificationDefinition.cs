using Fathom.Contracts;
using Fathom.Contracts.Generated;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A notification type: one unary gRPC method of its own.</summary>
internal sealed class NotificationDefinition<TNotification>(string service) : MessageDefinition(typeof(TNotification), service, null)
    where TNotification : class, INotification, IContract<TNotification>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Publish";

    private readonly Method<TNotification, Empty> _method = new(
        MethodKind.Unary, service, MethodName, new ContractMarshaller<TNotification>(ofRequests: true),
        new ContractMarshaller<Empty>(ofRequests: false));

    public override MessageRoute CreateRoute(RouteContext context, List<string> faults)
    {
        List<NotificationHandlerDelegate<TNotification>> handlers = [];
        foreach (var source in context.Handlers.GetAll<INotificationHandler<TNotification>>())
        {
            CheckServices(source, context, faults);
            NotificationHandlerDelegate<TNotification> handle = source.Instance is { } instance
                ? instance.HandleAsync
                : new ScopedHandler<INotificationHandler<TNotification>>(source.Factory!, context.ServicesOrEmpty).HandleAsync;
            handlers.Add(BehaviorRegistry.AroundNotification(context.Behaviors.Handling, handle, context.ServicesOrEmpty));
        }

        return new TypedNotificationRoute<TNotification>(
            _method,
            new NotificationHandlers<TNotification>(handlers, context.Time),
            new NotificationForwarder<TNotification>(_method, context),
            context);
    }
}
