using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Requests of one type from this node to its own handler. A deadline is kept as it is on the wire; without one there is nothing
/// in between.</summary>
internal sealed class LocalRequest<TRequest, TResponse>(RequestHandlerDelegate<TRequest, TResponse> handle, TimeProvider time)
    where TRequest : class, IRequest<TResponse>
{
    public ValueTask<TResponse> SendAsync(TRequest request, MessageContext context) =>
        context.OwnDeadline is null ? handle(request, context) : WithinAsync(request, context);

    private async ValueTask<TResponse> WithinAsync(TRequest request, MessageContext context)
    {
        using var deadline = new LocalDeadline(typeof(TRequest).Name, context, time);
        try
        {
            return await handle(request, deadline.Context).AsTask().WaitAsync(deadline.Expiry).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (deadline.HasPassed)
        {
            throw deadline.Exceeded();
        }
    }
}
