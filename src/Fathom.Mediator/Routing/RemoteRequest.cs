using System.Runtime.CompilerServices;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>Sends requests of one type to another node.</summary>
internal sealed class RemoteRequest<TRequest, TResponse>(Remote remote, Method<TRequest, TResponse> method, int maxHops)
    where TRequest : class, IRequest<TResponse>
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TResponse> SendAsync(TRequest request, MessageContext context)
    {
        var headers = MessageHeaders.OfRequest(context, typeof(TRequest).Name, maxHops);
        try
        {
            return await remote.Channel.UnaryAsync(method, request, remote.Options(context, headers)).ConfigureAwait(false);
        }
        catch (RpcException e)
        {
            throw RemoteFailures.Of(e, typeof(TRequest).Name, remote, context);
        }
    }
}
