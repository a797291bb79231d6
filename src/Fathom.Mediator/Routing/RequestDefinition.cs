using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A type of request, one unary gRPC method of its own.</summary>
internal sealed class RequestDefinition<TRequest, TResponse>(string service, string? remote) : MessageDefinition(typeof(TRequest), service, remote)
    where TRequest : class, IRequest<TResponse>, IContract<TRequest>
    where TResponse : class, IContract<TResponse>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Send";

    private readonly Method<TRequest, TResponse> _method =
        new(MethodKind.Unary, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true), new ContractMarshaller<TResponse>(ofRequests: false));

    public override MessageRoute Route(NodeParts node, List<string> faults)
    {
        var local = Local(node, faults);
        var remote = Sending(node);
        RequestHandlerDelegate<TRequest, TResponse>? here = local is null ? null : new LocalRequest<TRequest, TResponse>(local, node.Time).SendAsync;
        RequestHandlerDelegate<TRequest, TResponse> nobody = (_, _) => throw NoHandler(node);

        // What another node sent here was meant for here, so that two nodes that name each other do not pass it to and fro.
        return new RequestRoute<TRequest, TResponse>(
            _method, remote ?? here ?? nobody, local ?? remote ?? nobody, node);
    }

    private RequestHandlerDelegate<TRequest, TResponse>? Local(NodeParts node, List<string> faults)
    {
        if (node.Handlers.One<IRequestHandler<TRequest, TResponse>>(Message.Name, faults) is not { } source)
        {
            return null;
        }

        CheckServices(source, node, faults);
        RequestHandlerDelegate<TRequest, TResponse> handle = source.Shared is { } shared
            ? shared.HandleAsync
            : new ScopedRequest<TRequest, TResponse>(source.Make!, new HandlerScopes(node.Services)).HandleAsync;
        return BehaviorRegistry.Around(node.Behaviors.Handling, handle, node.Services ?? NoServices.Instance);
    }

    private RequestHandlerDelegate<TRequest, TResponse>? Sending(NodeParts node) => node.Remotes.Find(Remote) is { } remote
        ? BehaviorRegistry.Around<TRequest, TResponse>(
            node.Behaviors.Sending, new RemoteRequest<TRequest, TResponse>(remote, _method, node.Plan.MaxHops).SendAsync, node.Services ?? NoServices.Instance)
        : null;
}
