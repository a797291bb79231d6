using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>A type of stream request, one server-streaming gRPC method of its own.</summary>
internal sealed class StreamDefinition<TRequest, TItem>(string service, string? remote) : MessageDefinition(typeof(TRequest), service, remote)
    where TRequest : class, IStreamRequest<TItem>, IContract<TRequest>
    where TItem : class, IContract<TItem>
{
    /// <summary>The method's name in its service.</summary>
    public const string MethodName = "Stream";

    private readonly Method<TRequest, TItem> _method =
        new(MethodKind.ServerStreaming, service, MethodName, new ContractMarshaller<TRequest>(ofRequests: true), new ContractMarshaller<TItem>(ofRequests: false));

    public override MessageRoute Route(NodeParts node, List<string> faults)
    {
        var local = Local(node, faults);
        var remote = Sending(node);
        StreamHandlerDelegate<TRequest, TItem>? here = local is null ? null : new LocalStream<TRequest, TItem>(local, node.Time).SendAsync;
        StreamHandlerDelegate<TRequest, TItem> nobody = (_, _) => throw NoHandler(node);
        return new StreamRoute<TRequest, TItem>(
            _method, remote ?? here ?? nobody, local ?? remote ?? nobody, node);
    }

    private StreamHandlerDelegate<TRequest, TItem>? Local(NodeParts node, List<string> faults)
    {
        if (node.Handlers.One<IStreamRequestHandler<TRequest, TItem>>(Message.Name, faults) is not { } source)
        {
            return null;
        }

        CheckServices(source, node, faults);
        StreamHandlerDelegate<TRequest, TItem> handle = source.Shared is { } shared
            ? shared.HandleAsync
            : new ScopedStream<TRequest, TItem>(source.Make!, new HandlerScopes(node.Services)).HandleAsync;
        return BehaviorRegistry.AroundStream(node.Behaviors.Handling, handle, node.Services ?? NoServices.Instance);
    }

    private StreamHandlerDelegate<TRequest, TItem>? Sending(NodeParts node) => node.Remotes.Find(Remote) is { } remote
        ? BehaviorRegistry.AroundStream<TRequest, TItem>(
            node.Behaviors.Sending, new RemoteStream<TRequest, TItem>(remote, _method, node.Plan.MaxHops).SendAsync, node.Services ?? NoServices.Instance)
        : null;
}
