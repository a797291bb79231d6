using Fathom.Mediator.Messages;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>Where the stream requests of one type go, known by their items.</summary>
internal abstract class StreamRoute<TItem> : MessageRoute
{
    public abstract IAsyncEnumerable<TItem> Create(IStreamRequest<TItem> request, MessageContext context);
}

/// <summary>Where the stream requests of one type go.</summary>
internal sealed class StreamRoute<TRequest, TItem>(
    Method<TRequest, TItem> method, StreamHandlerDelegate<TRequest, TItem> send, StreamHandlerDelegate<TRequest, TItem> serve,
        RouteContext node) : StreamRoute<TItem>
    where TRequest : class, IStreamRequest<TItem>
{
    private readonly CallTelemetry _telemetry = CallTelemetry.FromNodes(method.FullPath);

    public override ServiceDefinition Service => new ServiceBuilder(method.Service).ServerStreaming(method, ServeAsync).Build();

    public override IAsyncEnumerable<TItem> Create(IStreamRequest<TItem> request, MessageContext context) =>
        new MessageStream<TRequest, TItem>(send, (TRequest)request, context);

    private async ValueTask ServeAsync(TRequest request, ResponseWriter<TItem> items, ServerCallContext call)
    {
        using var observation = MediatorTelemetry.IsServingWanted ? _telemetry.Serve(call.RequestHeaders) : null;
        try
        {
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
    }
}
