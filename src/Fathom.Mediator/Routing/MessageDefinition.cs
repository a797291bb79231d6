using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>A message type that a node knows, and its gRPC service. Immutable.</summary>
internal abstract class MessageDefinition(Type message, string service, string? remote)
{
    public Type Message { get; } = message;

    /// <summary>The gRPC service, package included.</summary>
    public string Service { get; } = service;

    /// <summary>The remote that the message names; null: none.</summary>
    public string? Remote { get; } = remote;

    /// <summary>Decides where the messages of this type go. Every fault is added to <paramref name="faults"/>.</summary>
    public abstract MessageRoute CreateRoute(RouteContext context, List<string> faults);

    /// <summary>The failure of a message that has neither a handler nor a remote.</summary>
    protected MediatorException NoHandler(RouteContext context) => new(
        $"{Message.Name} has no handler on node '{context.Name.Value}', and {NoRemote()}",
        new Status(StatusCode.Unimplemented, $"{Message.Name} has no handler on node '{context.Name.Value}'."));

    /// <summary>Adds a fault for a handler that cannot be created.</summary>
    protected void CheckServices<THandler>(HandlerSource<THandler> source, RouteContext context, List<string> faults)
        where THandler : class
    {
        if (source is { IsDiscovered: true, Factory: not null } && context.Services is null)
        {
            faults.Add(
                $"A handler of {Message.Name} has constructor parameters, and the node has no services to create it from: set "
                    + "NodeDependencies.Services, or register the handler by hand.");
        }
    }

    private string NoRemote() => Remote is null
        ? "names no remote: add a handler, or mark the message [Remote(\"NAME\")] and configure Remotes:NAME."
        : $"its remote '{Remote}' is not configured: set Remotes:{Remote}:Host and Remotes:{Remote}:Port, or add a handler.";
}

/// <summary>A message type that one handler answers, on this node or on the remote that the message names.</summary>
/// <typeparam name="THandler">The interface of its handlers.</typeparam>
/// <typeparam name="TNext">The delegate that handles or sends its messages.</typeparam>
internal abstract class SingleHandlerDefinition<THandler, TNext>(Type message, string service, string? remote)
    : MessageDefinition(message, service, remote)
    where THandler : class
    where TNext : Delegate
{
    /// <summary>The targets of a message that is sent on this node, and of one that arrived from another node.</summary>
    protected (TNext Send, TNext Serve) CreateTargets(RouteContext context, List<string> faults)
    {
        var local = CreateLocal(context, faults);
        var remote = context.Remotes.Find(Remote) is { } found ? WithBehaviors(Send(found, context), context, context.Behaviors.Sending)
            : null;
        var here = local is null ? null : WithDeadline(local, context);
        var noHandler = FailWithoutHandler(context);

        // A message from another node stays here, so that two nodes that name each other do not pass it back and forth.
        return (remote ?? here ?? noHandler, local ?? remote ?? noHandler);
    }

    /// <summary>Calls one handler instance.</summary>
    protected abstract TNext Handle(THandler handler);

    /// <summary>Creates a handler for each message.</summary>
    protected abstract TNext Handle(ScopedHandler<THandler> handlers);

    /// <summary>Enforces deadlines of senders on this node.</summary>
    protected abstract TNext WithDeadline(TNext local, RouteContext context);

    /// <summary>Sends to a remote.</summary>
    protected abstract TNext Send(Remote remote, RouteContext context);

    /// <summary>Runs behaviours around a target.</summary>
    protected abstract TNext WithBehaviors(TNext target, RouteContext context, List<object> behaviors);

    /// <summary>Fails with <see cref="MessageDefinition.NoHandler"/>.</summary>
    protected abstract TNext FailWithoutHandler(RouteContext context);

    private TNext? CreateLocal(RouteContext context, List<string> faults)
    {
        if (context.Handlers.GetSingle<THandler>(Message.Name, faults) is not { } source)
        {
            return null;
        }

        CheckServices(source, context, faults);
        var handle = source.Instance is { } instance ? Handle(instance)
            : Handle(new ScopedHandler<THandler>(source.Factory!, context.ServicesOrEmpty));
        return WithBehaviors(handle, context, context.Behaviors.Handling);
    }
}
