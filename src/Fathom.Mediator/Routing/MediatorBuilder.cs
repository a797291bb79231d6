using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>
/// What a node knows: its messages, their handlers, the behaviours around them. The generator of Fathom.Contracts writes an extension
/// <c>AddHandlersOfASSEMBLY</c> for each assembly, which registers its messages and handlers; the rest is by hand.
/// </summary>
public sealed class MediatorBuilder
{
    private readonly Dictionary<Type, MessageDefinition> _messages = [];

    internal IEnumerable<MessageDefinition> Messages => _messages.Values;

    internal HandlerRegistry Handlers { get; } = new();

    internal BehaviorRegistry Behaviors { get; } = new();

    /// <summary>Makes a type of request known; again is of no effect.</summary>
    /// <param name="service">The gRPC service it is sent by, package included: the same on both nodes.</param>
    /// <param name="remote">The remote that handles it; null: this node.</param>
    public MediatorBuilder AddRequest<TRequest, TResponse>(string service, string? remote = null)
        where TRequest : class, IRequest<TResponse>, IContract<TRequest>
        where TResponse : class, IContract<TResponse> => Add(new RequestDefinition<TRequest, TResponse>(service, remote));

    /// <summary>Makes a type of stream request known; again is of no effect.</summary>
    /// <inheritdoc cref="AddRequest{TRequest,TResponse}"/>
    public MediatorBuilder AddStreamRequest<TRequest, TItem>(string service, string? remote = null)
        where TRequest : class, IStreamRequest<TItem>, IContract<TRequest>
        where TItem : class, IContract<TItem> => Add(new StreamDefinition<TRequest, TItem>(service, remote));

    /// <summary>Makes a type of notification known; again is of no effect.</summary>
    /// <param name="service">The gRPC service it is published by, package included: the same on all nodes.</param>
    public MediatorBuilder AddNotification<TNotification>(string service)
        where TNotification : class, INotification, IContract<TNotification> => Add(new NotificationDefinition<TNotification>(service));

    /// <summary>Lets one handler answer all requests of its type, many at a time. Goes before one that the generator found.</summary>
    public MediatorBuilder AddRequestHandler<TRequest, TResponse>(IRequestHandler<TRequest, TResponse> handler)
        where TRequest : class, IRequest<TResponse> => Add(Shared(handler));

    /// <summary>Makes a handler for each request, from the services of a scope of its own. Goes before one that the generator
    /// found.</summary>
    public MediatorBuilder AddRequestHandler<TRequest, TResponse>(Func<IServiceProvider, IRequestHandler<TRequest, TResponse>> make)
        where TRequest : class, IRequest<TResponse> => Add(Made(make));

    /// <summary>Lets one handler answer all stream requests of its type, many at a time. Goes before one that the generator
    /// found.</summary>
    public MediatorBuilder AddStreamRequestHandler<TRequest, TItem>(IStreamRequestHandler<TRequest, TItem> handler)
        where TRequest : class, IStreamRequest<TItem> => Add(Shared(handler));

    /// <summary>Makes a handler for each stream request, from the services of a scope of its own. Goes before one that the generator
    /// found.</summary>
    public MediatorBuilder AddStreamRequestHandler<TRequest, TItem>(Func<IServiceProvider, IStreamRequestHandler<TRequest, TItem>> make)
        where TRequest : class, IStreamRequest<TItem> => Add(Made(make));

    /// <summary>Adds a handler that is told of all notifications of its type, many at a time; beside all others.</summary>
    public MediatorBuilder AddNotificationHandler<TNotification>(INotificationHandler<TNotification> handler)
        where TNotification : class, INotification => Add(Shared(handler));

    /// <summary>Adds a handler that is made for each notification, from the services of a scope of its own; beside all others.</summary>
    public MediatorBuilder AddNotificationHandler<TNotification>(Func<IServiceProvider, INotificationHandler<TNotification>> make)
        where TNotification : class, INotification => Add(Made(make));

    /// <summary>Runs a behaviour around the handling of requests of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddBehavior<TRequest, TResponse>(IPipelineBehavior<TRequest, TResponse> behavior)
        where TRequest : class, IRequest<TResponse> => Add(Behaviors.Handling, behavior);

    /// <summary>Runs a behaviour around the handling of every type of request on this node, inside those added before.</summary>
    public MediatorBuilder AddBehavior(IPipelineBehaviorFactory behaviors) => Add(Behaviors.Handling, behaviors);

    /// <summary>Runs a behaviour around the handling of stream requests of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddStreamBehavior<TRequest, TItem>(IStreamPipelineBehavior<TRequest, TItem> behavior)
        where TRequest : class, IStreamRequest<TItem> => Add(Behaviors.Handling, behavior);

    /// <summary>Runs a behaviour around the handling of every type of stream request on this node, inside those added before.</summary>
    public MediatorBuilder AddStreamBehavior(IStreamPipelineBehaviorFactory behaviors) => Add(Behaviors.Handling, behaviors);

    /// <summary>Runs a behaviour around each handler of notifications of its type on this node, inside those added before.</summary>
    public MediatorBuilder AddNotificationBehavior<TNotification>(INotificationBehavior<TNotification> behavior)
        where TNotification : class, INotification => Add(Behaviors.Handling, behavior);

    /// <summary>Runs a behaviour around each handler of every type of notification on this node, inside those added before.</summary>
    public MediatorBuilder AddNotificationBehavior(INotificationBehaviorFactory behaviors) => Add(Behaviors.Handling, behaviors);

    /// <summary>Runs a behaviour around the sending of requests of its type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingBehavior<TRequest, TResponse>(IPipelineBehavior<TRequest, TResponse> behavior)
        where TRequest : class, IRequest<TResponse> => Add(Behaviors.Sending, behavior);

    /// <summary>Runs a behaviour around the sending of every type of request to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingBehavior(IPipelineBehaviorFactory behaviors) => Add(Behaviors.Sending, behaviors);

    /// <summary>Runs a behaviour around the sending of stream requests of its type to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingStreamBehavior<TRequest, TItem>(IStreamPipelineBehavior<TRequest, TItem> behavior)
        where TRequest : class, IStreamRequest<TItem> => Add(Behaviors.Sending, behavior);

    /// <summary>Runs a behaviour around the sending of every type of stream request to another node, inside those added before.</summary>
    public MediatorBuilder AddSendingStreamBehavior(IStreamPipelineBehaviorFactory behaviors) => Add(Behaviors.Sending, behaviors);

    internal MediatorBuilder Add<THandler>(HandlerSource<THandler> source)
        where THandler : class
    {
        Handlers.Add(source);
        return this;
    }

    private static HandlerSource<THandler> Shared<THandler>(THandler handler)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(handler);
        return new HandlerSource<THandler>(handler, null, IsDiscovered: false);
    }

    private static HandlerSource<THandler> Made<THandler>(Func<IServiceProvider, THandler> make)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(make);
        return new HandlerSource<THandler>(null, make, IsDiscovered: false);
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
