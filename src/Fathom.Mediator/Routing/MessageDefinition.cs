using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>A type of message that the node knows: what travels how. Immutable.</summary>
internal abstract class MessageDefinition(Type message, string service, string? remote)
{
    public Type Message { get; } = message;

    /// <summary>The gRPC service, package included.</summary>
    public string Service { get; } = service;

    /// <summary>The remote that the message names; null: none.</summary>
    public string? Remote { get; } = remote;

    /// <summary>Decides where its messages go; what is wrong is added to <paramref name="faults"/>.</summary>
    public abstract MessageRoute Route(RouteContext node, List<string> faults);

    /// <summary>What a sender is told where nobody answers.</summary>
    protected MediatorException NoHandler(RouteContext node) => new(
        $"{Message.Name} has no handler on node '{node.Name.Value}', and {NoRemote()}",
        new Status(StatusCode.Unimplemented, $"{Message.Name} has no handler on node '{node.Name.Value}'."));

    /// <summary>Says so where a handler cannot be made.</summary>
    protected void CheckServices<THandler>(HandlerSource<THandler> source, RouteContext node, List<string> faults)
        where THandler : class
    {
        if (source is { IsDiscovered: true, Make: not null } && node.Services is null)
        {
            faults.Add(
                $"A handler of {Message.Name} has constructor parameters, and the node has no services to make it from: give it some, "
                    + $"or register the handler by hand.");
        }
    }

    private string NoRemote() => Remote is null
        ? "names no remote: add a handler, or mark the message [Remote(\"NAME\")] and configure Remotes:NAME."
        : $"its remote '{Remote}' is not configured: set Remotes:{Remote}:Host and Remotes:{Remote}:Port, or add a handler.";
}
