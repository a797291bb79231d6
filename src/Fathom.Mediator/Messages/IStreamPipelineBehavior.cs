namespace Fathom.Mediator.Messages;

/// <summary>The next step of a stream request's pipeline: the next behaviour, or the handler or sender.</summary>
public delegate IAsyncEnumerable<TItem> StreamHandlerDelegate<in TRequest, out TItem>(TRequest request, MessageContext context);

/// <summary>Runs around the handling of a stream request, or around its sending. One instance serves all requests of its type and is called
/// concurrently.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TItem">The type of the items.</typeparam>
public interface IStreamPipelineBehavior<TRequest, TItem>
    where TRequest : class, IStreamRequest<TItem>
{
    /// <summary>Runs the behaviour. It returns the items of <paramref name="next"/>, or items of its own.</summary>
    IAsyncEnumerable<TItem> HandleAsync(TRequest request, MessageContext context, StreamHandlerDelegate<TRequest, TItem> next);
}

/// <summary>Creates the behaviour of every stream request type. Called once for each, when the node starts.</summary>
public interface IStreamPipelineBehaviorFactory
{
    /// <summary>The behaviour of one stream request type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    IStreamPipelineBehavior<TRequest, TItem>? Create<TRequest, TItem>(IServiceProvider services)
        where TRequest : class, IStreamRequest<TItem>;
}
