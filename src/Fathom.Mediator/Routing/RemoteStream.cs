using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>Sends stream requests of one type to another node.</summary>
internal sealed class RemoteStream<TRequest, TItem>(Remote remote, Method<TRequest, TItem> method, int maxHops)
    where TRequest : class, IStreamRequest<TItem>
{
    public async IAsyncEnumerable<TItem> SendAsync(TRequest request, MessageContext context)
    {
        var headers = MessageHeaders.OfRequest(context, typeof(TRequest).Name, maxHops);
        await using var items = remote.Channel.ServerStreamingAsync(method, request, remote.Options(context, headers)).GetAsyncEnumerator(CancellationToken.None);
        while (await MoveNextAsync(items, context).ConfigureAwait(false))
        {
            yield return items.Current;
        }
    }

    private async ValueTask<bool> MoveNextAsync(IAsyncEnumerator<TItem> items, MessageContext context)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (RpcException e)
        {
            throw RemoteFailures.Of(e, typeof(TRequest).Name, remote, context);
        }
    }
}
