namespace Fathom.Mediator.Messages;

/// <summary>The next step of a request's pipeline: the next behaviour, or the handler or sender.</summary>
public delegate ValueTask<TResponse> RequestHandlerDelegate<in TRequest, TResponse>(TRequest request, MessageContext context);

/// <summary>Runs around the handling of a request, or around its sending, depending on how it is registered. One instance serves all
/// requests of its type and is called concurrently.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TResponse">The response.</typeparam>
public interface IPipelineBehavior<TRequest, TResponse>
    where TRequest : class, IRequest<TResponse>
{
    /// <summary>Runs the behaviour. It calls <paramref name="next"/> once, several times to retry, or not at all to respond
    /// itself.</summary>
    ValueTask<TResponse> HandleAsync(TRequest request, MessageContext context, RequestHandlerDelegate<TRequest, TResponse> next);
}

/// <summary>Creates the behaviour of every request type. Called once for each, when the node starts.</summary>
public interface IPipelineBehaviorFactory
{
    /// <summary>The behaviour of one request type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    IPipelineBehavior<TRequest, TResponse>? Create<TRequest, TResponse>(IServiceProvider services)
        where TRequest : class, IRequest<TResponse>;
}
