namespace Fathom.Mediator.Messages;

/// <summary>Answers stream requests of one type. Made as <see cref="IRequestHandler{TRequest,TResponse}"/> is, for the length of the
/// stream.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TItem">Each item of the answer.</typeparam>
public interface IStreamRequestHandler<in TRequest, out TItem>
    where TRequest : class
{
    /// <summary>Answers a request, item by item; asked for the next when the one before was taken.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Its deadline, its cancellation (which is also the enumeration's), where it comes from; valid until the last
    /// item.</param>
    IAsyncEnumerable<TItem> HandleAsync(TRequest request, MessageContext context);
}
