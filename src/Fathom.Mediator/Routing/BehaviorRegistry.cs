using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The behaviours of a node, in the order of their registration. Owned by the builder until the node starts, read-only then.</summary>
internal sealed class BehaviorRegistry
{
    /// <summary>Around handling: behaviours of requests and of streams, and their factories.</summary>
    public List<object> Handling { get; } = [];

    /// <summary>Around sending to a remote.</summary>
    public List<object> Sending { get; } = [];

    /// <summary>The first behaviour's delegate, which leads to <paramref name="last"/> by all others. Made once: a message passes without anything being made for it.</summary>
    public static RequestHandlerDelegate<TRequest, TResponse> Around<TRequest, TResponse>(
        List<object> behaviors, RequestHandlerDelegate<TRequest, TResponse> last, IServiceProvider services)
        where TRequest : class, IRequest<TResponse>
    {
        var next = last;
        foreach (var behavior in Enumerable.Reverse(behaviors))
        {
            var own = behavior as IPipelineBehavior<TRequest, TResponse> ?? (behavior as IPipelineBehaviorFactory)?.Create<TRequest, TResponse>(services);
            if (own is not null)
            {
                var inner = next;
                next = (request, context) => own.HandleAsync(request, context, inner);
            }
        }

        return next;
    }

    /// <summary>As <see cref="Around{TRequest,TResponse}"/>, of streams.</summary>
    public static StreamHandlerDelegate<TRequest, TItem> AroundStream<TRequest, TItem>(
        List<object> behaviors, StreamHandlerDelegate<TRequest, TItem> last, IServiceProvider services)
        where TRequest : class, IStreamRequest<TItem>
    {
        var next = last;
        foreach (var behavior in Enumerable.Reverse(behaviors))
        {
            var own = behavior as IStreamPipelineBehavior<TRequest, TItem> ?? (behavior as IStreamPipelineBehaviorFactory)?.Create<TRequest, TItem>(services);
            if (own is not null)
            {
                var inner = next;
                next = (request, context) => own.HandleAsync(request, context, inner);
            }
        }

        return next;
    }
}
