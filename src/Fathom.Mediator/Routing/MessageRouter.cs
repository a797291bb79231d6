using System.Collections.Frozen;
using Fathom.Mediator.Messages;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>The targets of the messages of one type, decided when the node starts.</summary>
internal abstract class MessageRoute
{
    /// <summary>The gRPC service by which other nodes send these messages to this node.</summary>
    public abstract ServiceDefinition Service { get; }
}

/// <summary>The mediator of a node: looks up the route of a message by its type. Owned by the node, which sets the routes when it
/// starts.</summary>
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
            "The node has not started. Start the node, or the application's host.");
        return routes.TryGetValue(message, out var route) ? route : throw new InvalidOperationException(
            $"The node does not know {message.Name}. Register the messages of {message.Assembly.GetName().Name} with the generated "
                + "AddHandlersOf... of that assembly.");
    }
}
