using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>Sends stream requests of one type to another node.</summary>
internal sealed class RemoteStream<TRequest, TItem>(Remote remote, Method<TRequest, TItem> method, int maxHops)
    where TRequest : class, IStreamRequest<TItem>
{
    private readonly CallTelemetry _telemetry = CallTelemetry.ToNode(method.FullPath, remote.Channel.Options.Address);

    public async IAsyncEnumerable<TItem> SendAsync(TRequest request, MessageContext context)
    {
        var headers = MessageHeaders.OfRequest(context, typeof(TRequest).Name, maxHops);
        using var observation = _telemetry.Send(ref headers, context.Server);
        await using var items = remote.Channel.ServerStreamingAsync(method, request, remote.Options(context, headers))
            .GetAsyncEnumerator(CancellationToken.None);
        while (await MoveNextAsync(items, context, observation).ConfigureAwait(false))
        {
            yield return items.Current;
        }
    }

    private async ValueTask<bool> MoveNextAsync(IAsyncEnumerator<TItem> items, MessageContext context, CallObservation? observation)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (RpcException e)
        {
            observation?.Fail(e);
            throw RemoteFailures.Of(e, typeof(TRequest).Name, remote, context);
        }
    }
}
