namespace Fathom.Mediator.Messages;

/// <summary>What comes next in a pipeline: the next behaviour, or what handles or sends the request.</summary>
public delegate ValueTask<TResponse> RequestHandlerDelegate<in TRequest, TResponse>(TRequest request, MessageContext context);

/// <summary>Runs around the handling of a request, or around its sending, wherever it was registered. One instance for all requests of its
/// type, many at a time.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TResponse">What answers it.</typeparam>
public interface IPipelineBehavior<TRequest, TResponse>
    where TRequest : class, IRequest<TResponse>
{
    /// <summary>Does its part and calls <paramref name="next"/>: once, or not at all to answer by itself, or again to try again.</summary>
    ValueTask<TResponse> HandleAsync(TRequest request, MessageContext context, RequestHandlerDelegate<TRequest, TResponse> next);
}

/// <summary>Gives every request type its behaviour; asked once for each, when the node starts.</summary>
public interface IPipelineBehaviorFactory
{
    /// <summary>The behaviour of one request type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    IPipelineBehavior<TRequest, TResponse>? Create<TRequest, TResponse>(IServiceProvider services)
        where TRequest : class, IRequest<TResponse>;
}
