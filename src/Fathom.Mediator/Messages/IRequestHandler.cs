namespace Fathom.Mediator.Messages;

/// <summary>
/// Handles requests of one type. The generator of Fathom.Contracts discovers it. A handler without constructor parameters is created once
/// and called concurrently. A handler with parameters is created from services for each request, in a scope of its own.
/// </summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TResponse">The response.</typeparam>
public interface IRequestHandler<in TRequest, TResponse>
    where TRequest : class, IRequest<TResponse>
{
    /// <summary>Handles a request. An exception reaches the sender, on another node as <see cref="RemoteHandlerException"/>.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Deadline, cancellation and origin. Valid until the handler completes.</param>
    ValueTask<TResponse> HandleAsync(TRequest request, MessageContext context);
}
