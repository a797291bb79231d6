using Fathom.Contracts;
using Fathom.Contracts.Generated;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A stream request type: one server-streaming gRPC method of its own.</summary>
internal sealed class StreamDefinition<TRequest, TItem>(string service, string? remote)
    : SingleHandlerDefinition<IStreamRequestHandler<TRequest, TItem>, StreamHandlerDelegate<TRequest, TItem>>(
        typeof(TRequest), service, remote)
    where TRequest : class, IStreamRequest<TItem>, IContract<TRequest>
    where TItem : class, IContract<TItem>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Stream";

    private readonly Method<TRequest, TItem> _method = new(
        MethodKind.ServerStreaming, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true),
        new ContractMarshaller<TItem>(ofRequests: false));

    public override MessageRoute CreateRoute(RouteContext context, List<string> faults)
    {
        var (send, serve) = CreateTargets(context, faults);
        return new TypedStreamRoute<TRequest, TItem>(_method, send, serve, context);
    }

    protected override StreamHandlerDelegate<TRequest, TItem> Handle(IStreamRequestHandler<TRequest, TItem> handler) =>
        handler.HandleAsync;

    protected override StreamHandlerDelegate<TRequest, TItem> Handle(ScopedHandler<IStreamRequestHandler<TRequest, TItem>> handlers) =>
        handlers.HandleAsync;

    protected override StreamHandlerDelegate<TRequest, TItem> WithDeadline(
        StreamHandlerDelegate<TRequest, TItem> local, RouteContext context) => LocalDeadline.Enforce(local, context.Time);

    protected override StreamHandlerDelegate<TRequest, TItem> Send(Remote remote, RouteContext context) =>
        new RemoteSender<TRequest, TItem>(remote, _method, context.Plan.MaxHops).StreamAsync;

    protected override StreamHandlerDelegate<TRequest, TItem> WithBehaviors(
        StreamHandlerDelegate<TRequest, TItem> target, RouteContext context, List<object> behaviors) =>
        BehaviorRegistry.AroundStream(behaviors, target, context.ServicesOrEmpty);

    protected override StreamHandlerDelegate<TRequest, TItem> FailWithoutHandler(RouteContext context) =>
        (_, _) => throw NoHandler(context);
}
