using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>The route of a notification type, without the type.</summary>
internal abstract class NotificationRoute : MessageRoute
{
    public abstract ValueTask PublishAsync(INotification notification, MessageContext context);
}

/// <summary>The route of one notification type: this node's handlers and all its remotes, once for each notification.</summary>
internal sealed class TypedNotificationRoute<TNotification>(
    Method<TNotification, Empty> method,
    NotificationHandlers<TNotification> handlers,
    NotificationForwarder<TNotification> forwarder,
    RouteContext node) : NotificationRoute
    where TNotification : class, INotification
{
    private readonly CallTelemetry _telemetry = CallTelemetry.FromNodes(method.FullPath);

    public override ServiceDefinition Service => new ServiceBuilder(method.Service).Unary(method, ServeAsync).Build();

    public override ValueTask PublishAsync(INotification notification, MessageContext context)
    {
        var origin = NewOrigin(node.Name.Value, MessageHeaders.HopsSoFar(context) ?? 0);
        if (forwarder.HasRemotes)
        {
            node.Deliveries.AddOwn(NotificationKey.Of(origin.Id, method, (TNotification)notification));
        }

        return DeliverOwnAsync((TNotification)notification, context with { Notification = origin }, origin);
    }

    private async ValueTask<Empty> ServeAsync(TNotification notification, ServerCallContext call)
    {
        using var observation = MediatorTelemetry.IsServingObserved ? _telemetry.Serve(call.RequestHeaders) : null;
        HopScope? hops = null;
        try
        {
            hops = HopScope.Enter(call.RequestHeaders);
            var caller = CallerName.Of(call);
            var origin = MessageHeaders.OriginOf(call.RequestHeaders, caller) ?? NewOrigin(caller ?? "", HopScope.Current ?? 0);
            await new NotificationCopy<TNotification>(handlers, forwarder, node, notification, call, origin,
                    NotificationKey.Of(origin.Id, method, notification))
                .DeliverAsync(caller).ConfigureAwait(false);
            return Empty.Instance;
        }
        catch (Exception e)
        {
            var end = node.Failures.ToCallEnd(typeof(TNotification).Name, call, e);
            observation?.Fail(end);
            throw end;
        }
        finally
        {
            hops?.End();
        }
    }

    private async ValueTask DeliverOwnAsync(TNotification notification, MessageContext context, NotificationOrigin origin)
    {
        var (own, others) = (new FailureList(), new FailureList());

        // The remotes first: the network takes longer than the handlers here.
        var forwarding = forwarder.ForwardAsync(notification, context, origin, others);
        await handlers.HandleAsync(notification, context, own).ConfigureAwait(false);
        await forwarding.ConfigureAwait(false);
        context.CancellationToken.ThrowIfCancellationRequested();
        own.With(others).ThrowIfAny(typeof(TNotification).Name);
    }

    private static NotificationOrigin NewOrigin(string publisher, int hops) => new(Guid.NewGuid(), publisher, hops);
}
