using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The behaviours of a node, in the order of their registration. Owned by the builder until the node starts, read-only
/// then.</summary>
internal sealed class BehaviorRegistry
{
    /// <summary>Behaviours around handling, and their factories, of all message kinds.</summary>
    public List<object> Handling { get; } = [];

    /// <summary>Behaviours around sending to a remote, and their factories.</summary>
    public List<object> Sending { get; } = [];

    /// <summary>Chains behaviours around <paramref name="last"/>. Built once, when the node starts: a message allocates nothing
    /// here.</summary>
    public static RequestHandlerDelegate<TRequest, TResponse> Around<TRequest, TResponse>(
        List<object> behaviors, RequestHandlerDelegate<TRequest, TResponse> last, IServiceProvider services)
        where TRequest : class, IRequest<TResponse> => Chain(
            behaviors,
            last,
            behavior => behavior as IPipelineBehavior<TRequest, TResponse>
                ?? (behavior as IPipelineBehaviorFactory)?.Create<TRequest, TResponse>(services),
            (own, next) => (request, context) => own.HandleAsync(request, context, next));

    /// <summary>As <see cref="Around{TRequest,TResponse}"/>, for streams.</summary>
    public static StreamHandlerDelegate<TRequest, TItem> AroundStream<TRequest, TItem>(
        List<object> behaviors, StreamHandlerDelegate<TRequest, TItem> last, IServiceProvider services)
        where TRequest : class, IStreamRequest<TItem> => Chain(
            behaviors,
            last,
            behavior => behavior as IStreamPipelineBehavior<TRequest, TItem>
                ?? (behavior as IStreamPipelineBehaviorFactory)?.Create<TRequest, TItem>(services),
            (own, next) => (request, context) => own.HandleAsync(request, context, next));

    /// <summary>As <see cref="Around{TRequest,TResponse}"/>, for notifications.</summary>
    public static NotificationHandlerDelegate<TNotification> AroundNotification<TNotification>(
        List<object> behaviors, NotificationHandlerDelegate<TNotification> last, IServiceProvider services)
        where TNotification : class, INotification => Chain(
            behaviors,
            last,
            behavior => behavior as INotificationBehavior<TNotification>
                ?? (behavior as INotificationBehaviorFactory)?.Create<TNotification>(services),
            (own, next) => (notification, context) => own.HandleAsync(notification, context, next));

    private static TNext Chain<TBehavior, TNext>(
        List<object> behaviors, TNext last, Func<object, TBehavior?> find, Func<TBehavior, TNext, TNext> around)
        where TBehavior : class
    {
        var next = last;
        foreach (var behavior in Enumerable.Reverse(behaviors))
        {
            next = find(behavior) is { } own ? around(own, next) : next;
        }

        return next;
    }
}
