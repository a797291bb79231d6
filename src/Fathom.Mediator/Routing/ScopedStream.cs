using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Stream requests of one type to a handler that is made for each, in a scope that lives as long as the stream.</summary>
internal sealed class ScopedStream<TRequest, TItem>(
    Func<IServiceProvider, IStreamRequestHandler<TRequest, TItem>> make, HandlerScopes scopes)
    where TRequest : class, IStreamRequest<TItem>
{
    public async IAsyncEnumerable<TItem> HandleAsync(TRequest request, MessageContext context)
    {
        await using var made = scopes.Make(make);
        await foreach (var item in made.Handler.HandleAsync(request, context).WithCancellation(context.CancellationToken)
            .ConfigureAwait(false))
        {
            yield return item;
        }
    }
}
