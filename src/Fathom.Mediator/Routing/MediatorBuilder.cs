using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Registers a node's messages, handlers and behaviours. For each assembly the generator of Fathom.Contracts writes an extension
/// method <c>AddHandlersOfASSEMBLY</c>, which registers its messages and handlers.</summary>
public sealed class MediatorBuilder
{
    private readonly Dictionary<Type, MessageDefinition> _messages = [];

    internal IEnumerable<MessageDefinition> Messages => _messages.Values;

    internal HandlerRegistry Handlers { get; } = new();

    internal BehaviorRegistry Behaviors { get; } = new();

    /// <summary>Registers a request type. Registering it again has no effect.</summary>
    /// <param name="service">Its gRPC service, package included. Both nodes must use the same name.</param>
    /// <param name="remote">The remote that handles it; null: this node.</param>
    public MediatorBuilder AddRequest<TRequest, TResponse>(string service, string? remote = null)
        where TRequest : class, IRequest<TResponse>, IContract<TRequest>
        where TResponse : class, IContract<TResponse> => Add(new RequestDefinition<TRequest, TResponse>(service, remote));

    /// <summary>Registers a stream request type. Registering it again has no effect.</summary>
    /// <inheritdoc cref="AddRequest{TRequest,TResponse}"/>
    public MediatorBuilder AddStreamRequest<TRequest, TItem>(string service, string? remote = null)
        where TRequest : class, IStreamRequest<TItem>, IContract<TRequest>
        where TItem : class, IContract<TItem> => Add(new StreamDefinition<TRequest, TItem>(service, remote));

    /// <summary>Registers a notification type. Registering it again has no effect.</summary>
    /// <param name="service">Its gRPC service, package included. All nodes must use the same name.</param>
    public MediatorBuilder AddNotification<TNotification>(string service)
        where TNotification : class, INotification, IContract<TNotification> => Add(new NotificationDefinition<TNotification>(service));

    /// <summary>Registers one handler instance for all requests of its type. It is called concurrently. It takes precedence over a handler
    /// that the generator discovered.</summary>
    public MediatorBuilder AddRequestHandler<TRequest, TResponse>(IRequestHandler<TRequest, TResponse> handler)
        where TRequest : class, IRequest<TResponse> => Add(HandlerSource.FromInstance(handler));

    /// <summary>Registers a factory that creates a handler for each request, in a service scope of its own. It takes precedence over a
    /// handler that the generator discovered.</summary>
    public MediatorBuilder AddRequestHandler<TRequest, TResponse>(Func<IServiceProvider, IRequestHandler<TRequest, TResponse>> factory)
        where TRequest : class, IRequest<TResponse> => Add(HandlerSource.FromFactory(factory));

    /// <summary>Registers one handler instance for all stream requests of its type. It is called concurrently. It takes precedence over a
    /// handler that the generator discovered.</summary>
    public MediatorBuilder AddStreamRequestHandler<TRequest, TItem>(IStreamRequestHandler<TRequest, TItem> handler)
        where TRequest : class, IStreamRequest<TItem> => Add(HandlerSource.FromInstance(handler));

    /// <summary>Registers a factory that creates a handler for each stream request, in a service scope of its own. It takes precedence over
    /// a handler that the generator discovered.</summary>
    public MediatorBuilder AddStreamRequestHandler<TRequest, TItem>(Func<IServiceProvider, IStreamRequestHandler<TRequest, TItem>> factory)
        where TRequest : class, IStreamRequest<TItem> => Add(HandlerSource.FromFactory(factory));

    /// <summary>Adds a handler instance for all notifications of its type, beside all other handlers. It is called concurrently.</summary>
    public MediatorBuilder AddNotificationHandler<TNotification>(INotificationHandler<TNotification> handler)
        where TNotification : class, INotification => Add(HandlerSource.FromInstance(handler));

    /// <summary>Adds a factory that creates a handler for each notification, in a service scope of its own, beside all others.</summary>
    public MediatorBuilder AddNotificationHandler<TNotification>(Func<IServiceProvider, INotificationHandler<TNotification>> factory)
        where TNotification : class, INotification => Add(HandlerSource.FromFactory(factory));

    /// <summary>Adds a behaviour around the handling of requests of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddBehavior<TRequest, TResponse>(IPipelineBehavior<TRequest, TResponse> behavior)
        where TRequest : class, IRequest<TResponse> => Add(Behaviors.Handling, behavior);

    /// <summary>Adds a behaviour around the handling of every request type on this node, inside those added before.</summary>
    public MediatorBuilder AddBehavior(IPipelineBehaviorFactory factory) => Add(Behaviors.Handling, factory);

    /// <summary>Adds a behaviour around the handling of stream requests of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddStreamBehavior<TRequest, TItem>(IStreamPipelineBehavior<TRequest, TItem> behavior)
        where TRequest : class, IStreamRequest<TItem> => Add(Behaviors.Handling, behavior);

    /// <summary>Adds a behaviour around the handling of every stream request type on this node, inside those added before.</summary>
    public MediatorBuilder AddStreamBehavior(IStreamPipelineBehaviorFactory factory) => Add(Behaviors.Handling, factory);

    /// <summary>Adds a behaviour around each handler of notifications of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddNotificationBehavior<TNotification>(INotificationBehavior<TNotification> behavior)
        where TNotification : class, INotification => Add(Behaviors.Handling, behavior);

    /// <summary>Adds a behaviour around each handler of every notification type on this node, inside those added before.</summary>
    public MediatorBuilder AddNotificationBehavior(INotificationBehaviorFactory factory) => Add(Behaviors.Handling, factory);

    /// <summary>Adds a behaviour around the sending of requests of its type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingBehavior<TRequest, TResponse>(IPipelineBehavior<TRequest, TResponse> behavior)
        where TRequest : class, IRequest<TResponse> => Add(Behaviors.Sending, behavior);

    /// <summary>Adds a behaviour around the sending of every request type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingBehavior(IPipelineBehaviorFactory factory) => Add(Behaviors.Sending, factory);

    /// <summary>Adds a behaviour around the sending of stream requests of its type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingStreamBehavior<TRequest, TItem>(IStreamPipelineBehavior<TRequest, TItem> behavior)
        where TRequest : class, IStreamRequest<TItem> => Add(Behaviors.Sending, behavior);

    /// <summary>Adds a behaviour around the sending of every stream request type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingStreamBehavior(IStreamPipelineBehaviorFactory factory) => Add(Behaviors.Sending, factory);

    internal MediatorBuilder Add<THandler>(HandlerSource<THandler> source)
        where THandler : class
    {
        Handlers.Add(source);
        return this;
    }

    private MediatorBuilder Add(MessageDefinition definition)
    {
        _messages.TryAdd(definition.Message, definition);
        return this;
    }

    private MediatorBuilder Add(List<object> behaviors, object behavior)
    {
        ArgumentNullException.ThrowIfNull(behavior);
        behaviors.Add(behavior);
        return this;
    }
}
