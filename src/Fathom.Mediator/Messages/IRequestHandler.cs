namespace Fathom.Mediator.Messages;

/// <summary>
/// Answers requests of one type. The generator of Fathom.Contracts finds it. One without constructor parameters is made once and used for
/// many requests at a time; one with parameters is made for each request from services, in a scope of its own.
/// </summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TResponse">What answers it.</typeparam>
public interface IRequestHandler<in TRequest, TResponse>
    where TRequest : class, IRequest<TResponse>
{
    /// <summary>Answers a request. What it throws reaches the sender, from another node as <see cref="RemoteHandlerException"/>.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Its deadline, its cancellation, where it comes from; valid until the answer.</param>
    ValueTask<TResponse> HandleAsync(TRequest request, MessageContext context);
}
