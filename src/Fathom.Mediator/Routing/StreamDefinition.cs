using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A type of stream request, one server-streaming gRPC method of its own.</summary>
internal sealed class StreamDefinition<TRequest, TItem>(string service, string? remote)
    : SingleHandlerDefinition<IStreamRequestHandler<TRequest, TItem>, StreamHandlerDelegate<TRequest,
    TItem>>(typeof(TRequest), service, remote)
    where TRequest : class, IStreamRequest<TItem>, IContract<TRequest>
    where TItem : class, IContract<TItem>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Stream";

    private readonly Method<TRequest, TItem> _method =
        new(MethodKind.ServerStreaming, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true),
            new ContractMarshaller<TItem>(ofRequests: false));

    public override MessageRoute Route(RouteContext node, List<string> faults)
    {
        var (send, serve) = Ways(node, faults);
        return new StreamRoute<TRequest, TItem>(_method, send, serve, node);
    }

    protected override StreamHandlerDelegate<TRequest,
        TItem> Handling(HandlerSource<IStreamRequestHandler<TRequest, TItem>> source, RouteContext node)
    {
        StreamHandlerDelegate<TRequest, TItem> handle = source.Shared is { } shared
            ? shared.HandleAsync
            : new ScopedStream<TRequest, TItem>(source.Make!, new HandlerScopes(node.Services)).HandleAsync;
        return BehaviorRegistry.AroundStream(node.Behaviors.Handling, handle, node.Services ?? NoServices.Instance);
    }

    protected override StreamHandlerDelegate<TRequest,
        TItem> WithDeadline(StreamHandlerDelegate<TRequest, TItem> local, RouteContext node) =>
        new LocalStream<TRequest, TItem>(local, node.Time).SendAsync;

    protected override StreamHandlerDelegate<TRequest, TItem> Sending(Remote remote, RouteContext node) =>
        BehaviorRegistry.AroundStream<TRequest, TItem>(
        node.Behaviors.Sending, new RemoteStream<TRequest, TItem>(remote, _method, node.Plan.MaxHops).SendAsync,
            node.Services ?? NoServices.Instance);

    protected override StreamHandlerDelegate<TRequest, TItem> Nobody(RouteContext node) => (_, _) => throw NoHandler(node);
}
