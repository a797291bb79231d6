namespace Fathom.Mediator.Messages;

/// <summary>What comes next in a stream's pipeline: the next behaviour, or what handles or sends the request.</summary>
public delegate IAsyncEnumerable<TItem> StreamHandlerDelegate<in TRequest, out TItem>(TRequest request, MessageContext context);

/// <summary>Runs around the handling of a stream request, or around its sending. One instance for all requests of its type, many at a
/// time.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TItem">Each item of the answer.</typeparam>
public interface IStreamPipelineBehavior<TRequest, TItem>
    where TRequest : class, IStreamRequest<TItem>
{
    /// <summary>Does its part and returns what <paramref name="next"/> does, or its own.</summary>
    IAsyncEnumerable<TItem> HandleAsync(TRequest request, MessageContext context, StreamHandlerDelegate<TRequest, TItem> next);
}

/// <summary>Gives every stream request type its behaviour; asked once for each, when the node starts.</summary>
public interface IStreamPipelineBehaviorFactory
{
    /// <summary>The behaviour of one stream request type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    IStreamPipelineBehavior<TRequest, TItem>? Create<TRequest, TItem>(IServiceProvider services)
        where TRequest : class, IStreamRequest<TItem>;
}
