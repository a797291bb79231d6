namespace Fathom.Mediator.Messages;

/// <summary>Handles stream requests of one type. Created as <see cref="IRequestHandler{TRequest,TResponse}"/> is, and lives as long as the
/// stream.</summary>
/// <typeparam name="TRequest">The request.</typeparam>
/// <typeparam name="TItem">The type of the items.</typeparam>
public interface IStreamRequestHandler<in TRequest, out TItem>
    where TRequest : class
{
    /// <summary>Handles a request. The next item is requested when the previous one was consumed.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Deadline, cancellation (of the enumeration too) and origin. Valid until the last item.</param>
    IAsyncEnumerable<TItem> HandleAsync(TRequest request, MessageContext context);
}
