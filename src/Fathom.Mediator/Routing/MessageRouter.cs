using System.Collections.Frozen;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The mediator of a node: one look-up by the message's type, and its route does the rest. Owned by the node, which gives it the
/// routes when it starts.</summary>
internal sealed class MessageRouter : IMediator
{
    private FrozenDictionary<Type, MessageRoute>? _routes;

    public void Start(FrozenDictionary<Type, MessageRoute> routes) => Volatile.Write(ref _routes, routes);

    public ValueTask<TResponse> SendAsync<TResponse>(IRequest<TResponse> request, MessageContext context = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        return ((RequestRoute<TResponse>)RouteOf(request.GetType())).SendAsync(request, context);
    }

    public ValueTask PublishAsync(INotification notification, MessageContext context = default)
    {
        ArgumentNullException.ThrowIfNull(notification);
        return ((NotificationRoute)RouteOf(notification.GetType())).PublishAsync(notification, context);
    }

    public IAsyncEnumerable<TItem> CreateStream<TItem>(IStreamRequest<TItem> request, MessageContext context = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        return ((StreamRoute<TItem>)RouteOf(request.GetType())).Create(request, context);
    }

    private MessageRoute RouteOf(Type message)
    {
        var routes = Volatile.Read(ref _routes) ?? throw new InvalidOperationException(
            "The node has not started: start it, or the application's host that holds it.");
        return routes.TryGetValue(message, out var route) ? route : throw new InvalidOperationException(
            $"{message.Name} is no message that this node knows: register the messages of {message.Assembly.GetName().Name}, by the "
                + $"AddHandlersOf... generated there.");
    }
}
