using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Stream requests of one type from this node to its own handler. A deadline is kept as it is on the wire; without one there is
/// nothing in between.</summary>
internal sealed class LocalStream<TRequest, TItem>(StreamHandlerDelegate<TRequest, TItem> handle, TimeProvider time)
    where TRequest : class, IStreamRequest<TItem>
{
    public IAsyncEnumerable<TItem> SendAsync(TRequest request, MessageContext context) =>
        context.OwnDeadline is null ? handle(request, context) : WithinAsync(request, context);

    private async IAsyncEnumerable<TItem> WithinAsync(TRequest request, MessageContext context)
    {
        using var deadline = new LocalDeadline(typeof(TRequest).Name, context, time);
        await using var items = handle(request, deadline.Context).GetAsyncEnumerator(deadline.Context.CancellationToken);
        while (await MoveNextAsync(items, deadline).ConfigureAwait(false))
        {
            yield return items.Current;
        }
    }

    private static async ValueTask<bool> MoveNextAsync(IAsyncEnumerator<TItem> items, LocalDeadline deadline)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (deadline.HasPassed)
        {
            throw deadline.Exceeded();
        }
    }
}
