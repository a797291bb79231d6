using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>The route of stream requests with one type of item.</summary>
internal abstract class StreamRoute<TItem> : MessageRoute
{
    public abstract IAsyncEnumerable<TItem> Create(IStreamRequest<TItem> request, MessageContext context);
}

/// <summary>The route of one stream request type.</summary>
internal sealed class TypedStreamRoute<TRequest, TItem>(
    Method<TRequest, TItem> method,
    StreamHandlerDelegate<TRequest, TItem> send,
    StreamHandlerDelegate<TRequest, TItem> serve,
    RouteContext node) : StreamRoute<TItem>
    where TRequest : class, IStreamRequest<TItem>
{
    private readonly CallTelemetry _telemetry = CallTelemetry.FromNodes(method.FullPath);

    public override ServiceDefinition Service => new ServiceBuilder(method.Service).ServerStreaming(method, ServeAsync).Build();

    public override IAsyncEnumerable<TItem> Create(IStreamRequest<TItem> request, MessageContext context) =>
        new MessageStream<TRequest, TItem>(send, (TRequest)request, context);

    private async ValueTask ServeAsync(TRequest request, ResponseWriter<TItem> items, ServerCallContext call)
    {
        using var observation = MediatorTelemetry.IsServingObserved ? _telemetry.Serve(call.RequestHeaders) : null;
        HopScope? hops = null;
        try
        {
            hops = HopScope.Enter(call.RequestHeaders);
            await foreach (var item in serve(request, new MessageContext { Server = call }).WithCancellation(call.CancellationToken)
                .ConfigureAwait(false))
            {
                await items.WriteAsync(item).ConfigureAwait(false);
            }
        }
        catch (Exception e)
        {
            var end = node.Failures.ToCallEnd(typeof(TRequest).Name, call, e);
            observation?.Fail(end);
            throw end;
        }
        finally
        {
            hops?.End();
        }
    }
}

/// <summary>The items of a stream request. Each enumeration sends the request again; the enumeration's token and the context's token both
/// cancel it.</summary>
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
            ? EnumerateWithBothAsync(cancellationToken)
            : send(request, context with { CancellationToken = cancellationToken }).GetAsyncEnumerator(cancellationToken);
    }

    private async IAsyncEnumerator<TItem> EnumerateWithBothAsync(CancellationToken other)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, other);
        await foreach (var item in send(request, context with { CancellationToken = either.Token }).WithCancellation(either.Token)
            .ConfigureAwait(false))
        {
            yield return item;
        }
    }
}
