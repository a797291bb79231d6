using System.Collections.Concurrent;
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
        var origin = NewOrigin(node.Name.Value);
        node.Seen.TryAdd(origin.Id, SeenNotifications.Own);
        return DeliverAsync((TNotification)notification, context with { Notification = origin }, origin);
    }

    private async ValueTask<Empty> ServeAsync(TNotification notification, ServerCallContext call)
    {
        using var observation = MediatorTelemetry.IsServingObserved ? _telemetry.Serve(call.RequestHeaders) : null;
        var caller = CallerName.Of(call);
        var origin = MessageHeaders.OriginOf(call.RequestHeaders, caller) ?? NewOrigin(caller ?? "");
        if (!node.Seen.TryAdd(origin.Id, caller ?? SeenNotifications.Unknown))
        {
            return Empty.Instance;
        }

        try
        {
            await DeliverAsync(notification, new MessageContext { Server = call, Notification = origin }, origin);
            return Empty.Instance;
        }
        catch (Exception e)
        {
            var end = node.Failures.ToCallEnd(typeof(TNotification).Name, call, e);
            observation?.Fail(end);
            throw end;
        }
    }

    private async ValueTask DeliverAsync(TNotification notification, MessageContext context, NotificationOrigin origin)
    {
        var failures = new FailureList();

        // The remotes first: the network takes longer than the handlers here.
        var forwarding = forwarder.ForwardAsync(notification, context, origin, failures);
        await handlers.HandleAsync(notification, context, failures).ConfigureAwait(false);
        await forwarding.ConfigureAwait(false);
        context.CancellationToken.ThrowIfCancellationRequested();
        failures.ThrowIfAny(typeof(TNotification).Name);
    }

    private static NotificationOrigin NewOrigin(string publisher) => new(Guid.NewGuid(), publisher, 0);
}

/// <summary>The failures of one notification, from all its handlers and remotes. Owned by its publication on one node.</summary>
internal sealed class FailureList
{
    private readonly ConcurrentQueue<Exception> _failures = new();

    public void Add(Exception failure) => _failures.Enqueue(failure);

    /// <exception cref="PublishException">The list holds a failure.</exception>
    public void ThrowIfAny(string notification)
    {
        if (!_failures.IsEmpty)
        {
            throw new PublishException(notification, [.. _failures]);
        }
    }
}
