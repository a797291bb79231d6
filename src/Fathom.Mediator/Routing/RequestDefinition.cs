using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A type of request, one unary gRPC method of its own.</summary>
internal sealed class RequestDefinition<TRequest, TResponse>(string service, string? remote)
    : SingleHandlerDefinition<IRequestHandler<TRequest, TResponse>, RequestHandlerDelegate<TRequest,
    TResponse>>(typeof(TRequest), service, remote)
    where TRequest : class, IRequest<TResponse>, IContract<TRequest>
    where TResponse : class, IContract<TResponse>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Send";

    private readonly Method<TRequest, TResponse> _method =
        new(MethodKind.Unary, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true),
            new ContractMarshaller<TResponse>(ofRequests: false));

    public override MessageRoute Route(RouteContext node, List<string> faults)
    {
        var (send, serve) = Ways(node, faults);
        return new RequestRoute<TRequest, TResponse>(_method, send, serve, node);
    }

    protected override RequestHandlerDelegate<TRequest,
        TResponse> Handling(HandlerSource<IRequestHandler<TRequest, TResponse>> source, RouteContext node)
    {
        RequestHandlerDelegate<TRequest, TResponse> handle = source.Shared is { } shared
            ? shared.HandleAsync
            : new ScopedRequest<TRequest, TResponse>(source.Make!, new HandlerScopes(node.Services)).HandleAsync;
        return BehaviorRegistry.Around(node.Behaviors.Handling, handle, node.Services ?? NoServices.Instance);
    }

    protected override RequestHandlerDelegate<TRequest,
        TResponse> WithDeadline(RequestHandlerDelegate<TRequest, TResponse> local, RouteContext node) =>
        new LocalRequest<TRequest, TResponse>(local, node.Time).SendAsync;

    protected override RequestHandlerDelegate<TRequest, TResponse> Sending(Remote remote, RouteContext node) =>
        BehaviorRegistry.Around<TRequest, TResponse>(
        node.Behaviors.Sending, new RemoteRequest<TRequest, TResponse>(remote, _method, node.Plan.MaxHops).SendAsync,
            node.Services ?? NoServices.Instance);

    protected override RequestHandlerDelegate<TRequest, TResponse> Nobody(RouteContext node) => (_, _) => throw NoHandler(node);
}
