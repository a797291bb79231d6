using Fathom.Contracts;
using Fathom.Contracts.Generated;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A request type: one unary gRPC method of its own.</summary>
internal sealed class RequestDefinition<TRequest, TResponse>(string service, string? remote)
    : SingleHandlerDefinition<IRequestHandler<TRequest, TResponse>, RequestHandlerDelegate<TRequest, TResponse>>(
        typeof(TRequest), service, remote)
    where TRequest : class, IRequest<TResponse>, IContract<TRequest>
    where TResponse : class, IContract<TResponse>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Send";

    private readonly Method<TRequest, TResponse> _method = new(
        MethodKind.Unary, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true),
        new ContractMarshaller<TResponse>(ofRequests: false));

    public override MessageRoute CreateRoute(RouteContext context, List<string> faults)
    {
        var (send, serve) = CreateTargets(context, faults);
        return new TypedRequestRoute<TRequest, TResponse>(_method, send, serve, context);
    }

    protected override RequestHandlerDelegate<TRequest, TResponse> Handle(IRequestHandler<TRequest, TResponse> handler) =>
        handler.HandleAsync;

    protected override RequestHandlerDelegate<TRequest, TResponse> Handle(
        ScopedHandler<IRequestHandler<TRequest, TResponse>> handlers) => handlers.HandleAsync;

    protected override RequestHandlerDelegate<TRequest, TResponse> WithDeadline(
        RequestHandlerDelegate<TRequest, TResponse> local, RouteContext context) => LocalDeadline.Enforce(local, context.Time);

    protected override RequestHandlerDelegate<TRequest, TResponse> Send(Remote remote, RouteContext context) =>
        new RemoteSender<TRequest, TResponse>(remote, _method, context.Plan.MaxHops).SendAsync;

    protected override RequestHandlerDelegate<TRequest, TResponse> WithBehaviors(
        RequestHandlerDelegate<TRequest, TResponse> target, RouteContext context, List<object> behaviors) =>
        BehaviorRegistry.Around(behaviors, target, context.ServicesOrEmpty);

    protected override RequestHandlerDelegate<TRequest, TResponse> FailWithoutHandler(RouteContext context) =>
        (_, _) => throw NoHandler(context);
}
