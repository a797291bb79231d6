using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>A stream that somebody may enumerate; each enumeration is a message of its own, which the enumeration's token ends as the
/// context's does.</summary>
internal sealed class MessageStream<TRequest, TItem>(StreamHandlerDelegate<TRequest, TItem> send, TRequest request, MessageContext context)
    : IAsyncEnumerable<TItem>
    where TRequest : class, IStreamRequest<TItem>
{
    public IAsyncEnumerator<TItem> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        if (!cancellationToken.CanBeCanceled || cancellationToken == context.CancellationToken)
        {
            return send(request, context).GetAsyncEnumerator(context.CancellationToken);
        }

        return context.CancellationToken.CanBeCanceled
            ? EitherAsync(cancellationToken)
            : send(request, context with { CancellationToken = cancellationToken }).GetAsyncEnumerator(cancellationToken);
    }

    private async IAsyncEnumerator<TItem> EitherAsync(CancellationToken other)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, other);
        await foreach (var item in send(request, context with { CancellationToken = either.Token }).WithCancellation(either.Token)
            .ConfigureAwait(false))
        {
            yield return item;
        }
    }
}
